"""What a run knows before any model is asked: the scan, what checks and other tools found, what is
required, what is suppressed, and what earlier runs have taught."""

from dataclasses import dataclass, replace

from luminos_core.agents.run_state import RunState
from luminos_core.audit.checks import Checks, ProjectResult, with_tools
from luminos_core.audit.memory_step import memory_step
from luminos_core.audit.open_criticals import open_criticals
from luminos_core.audit.remaining_work import starting_state
from luminos_core.audit.requirement_step import requirement_step, with_required
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.scan_steps import (
    CheckResult,
    CheckStep,
    ProjectStep,
    ScanStep,
    check_step,
    project_step,
)
from luminos_core.audit.sequence import StepSequence
from luminos_core.audit.steps import Step
from luminos_core.audit.suppressions import flags_to_tell, read_suppressions
from luminos_core.audit.tool_steps import tool_report, tool_steps
from luminos_core.cache.target_digest import content_digest
from luminos_core.git.source_version import source_version
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.external import ToolReport
from luminos_core.records.requirement import Findings
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.suppression import SuppressionFile


@dataclass(frozen=True)
class Groundwork:
    snapshot: Snapshot
    version: SourceVersion
    checks: Checks
    suppressions: SuppressionFile
    state: RunState  # that the passes begin with


def groundwork(run: StepSequence, runtime: Runtime) -> Groundwork:
    snapshot: Snapshot = run.step(ScanStep()).result()
    version = source_version(runtime.target, runtime.settings.forge)
    checks = _checked(run, runtime, snapshot)
    runtime.folder.add_flags(checks.flags)
    requirements = _required(run, runtime, snapshot)
    suppressions = read_suppressions(runtime)
    told = flags_to_tell(checks, suppressions, runtime)
    state = starting_state(runtime, snapshot, told, checks.hints, checks.project)
    state = with_required(_recalled(run, runtime, state), runtime, requirements)
    criticals = open_criticals(checks, suppressions, state, runtime)
    state = replace(state, open_criticals=criticals)
    return Groundwork(snapshot, version, checks, suppressions, state)


def _checked(run: StepSequence, runtime: Runtime, snapshot: Snapshot) -> Checks:
    content = content_digest(snapshot)
    own = _own_checks(run, runtime, snapshot, content)
    facts = _project(run, runtime, snapshot, content)
    return with_tools(own, facts, _tools(run, runtime, snapshot))


def _own_checks(
    run: StepSequence, runtime: Runtime, snapshot: Snapshot, content: str
) -> CheckResult:
    refresh = runtime.run.request.refreshes_pass(CheckStep.name)
    step = check_step(snapshot, content, force_refresh=refresh)
    result, gap = run.step(step).value_or_gap()
    return result or CheckResult(gap=gap)


def _project(
    run: StepSequence, runtime: Runtime, snapshot: Snapshot, content: str
) -> ProjectResult:
    refresh = runtime.run.request.refreshes_pass(ProjectStep.name)
    step = project_step(snapshot, content, force_refresh=refresh)
    facts, gap = run.step(step).value_or_gap()
    return ProjectResult(facts) if facts else ProjectResult(gap=gap)


def _tools(run: StepSequence, runtime: Runtime, snapshot: Snapshot) -> list[ToolReport]:
    """All at the same time. After a stop none is started."""
    planned = list(tool_steps(runtime, snapshot))
    steps = [each for each in planned if isinstance(each, Step)]
    ends = iter(run.together(steps))
    return [
        tool_report(each, next(ends) if isinstance(each, Step) else None, runtime)
        for each in planned
    ]


def _required(run: StepSequence, runtime: Runtime, snapshot: Snapshot) -> Findings | None:
    """None when nothing is required."""
    step = requirement_step(runtime, snapshot)
    if step is None:
        return None
    found, gap = run.step(step).value_or_gap()
    return found or Findings(file=step.text.name, gap=gap)


def _recalled(run: StepSequence, runtime: Runtime, state: RunState) -> RunState:
    """The state with what is remembered of earlier runs."""
    step = memory_step(runtime, state.snapshot)
    memory = run.step(step).value_or_gap()[0] if step else None
    return replace(state, memory=memory) if memory else state
