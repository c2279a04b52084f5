"""One audit, from the scan to the published report."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from luminos_core.agents.passes.definition import AnyPass, Stage
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.run_state import RunState
from luminos_core.audit.approval import approve, keep_slice, release_slices
from luminos_core.audit.checks import Checks, ProjectResult, with_tools
from luminos_core.audit.claim_step import claim_step, with_claims
from luminos_core.audit.council import CouncilChair
from luminos_core.audit.directory_work import Progress
from luminos_core.audit.executor import STOPPED, Executor, StepEnd, Ticket, value_or_halt
from luminos_core.audit.graph import DirectoryGraph
from luminos_core.audit.left_out import left_out
from luminos_core.audit.memory_step import memory_step
from luminos_core.audit.open_criticals import open_criticals
from luminos_core.audit.publish_step import PublishStep
from luminos_core.audit.refinement import Refinement
from luminos_core.audit.remaining_work import remaining_work, starting_state, work_of_directories
from luminos_core.audit.requirement_step import (
    requirement_step,
    with_required,
    with_requirements,
)
from luminos_core.audit.run_facts import previous_results, run_facts
from luminos_core.audit.run_plan import RunPlan, run_plan
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.scan_steps import (
    CheckResult,
    CheckStep,
    ProjectStep,
    ScanStep,
    check_step,
    project_step,
)
from luminos_core.audit.smaller_slices import free_after, keep_less
from luminos_core.audit.steps import PassStep, Step, note_made, pass_step
from luminos_core.audit.still_so import with_still_so
from luminos_core.audit.suppressions import (
    flags_to_tell,
    read_suppressions,
    without_comments,
)
from luminos_core.audit.surroundings import with_surroundings
from luminos_core.audit.tool_steps import tool_report, tool_steps
from luminos_core.cache.target_digest import content_digest
from luminos_core.errors import CallsRefused, StoreError, StoreFailed
from luminos_core.git.source_version import source_version
from luminos_core.records.external import ToolReport
from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import Findings
from luminos_core.records.snapshot import Snapshot
from luminos_core.suppressions.read_file import OWN_FOLDER
from luminos_core.text import formats


def run_audit(runtime: Runtime, executor: Executor) -> AuditReport:
    """Every step is carried out by `executor`; what a run decides is decided here and in what this
    calls. Raises NotApproved and SettingsError, and StoreError and CallsRefused if nothing was
    bought; all else is in the report."""
    run = _Sequence(runtime, executor)
    snapshot: Snapshot = run.step(ScanStep()).result()
    version = source_version(runtime.target, runtime.settings.forge)
    checks = run.checked(snapshot)
    runtime.folder.add_flags(checks.flags)
    requirements = run.required(snapshot)
    suppressions = read_suppressions(runtime)
    told = flags_to_tell(checks, suppressions, runtime)
    state = starting_state(runtime, snapshot, told, checks.hints, checks.project)
    state = with_required(run.recalled(state), runtime, requirements)
    criticals = open_criticals(checks, suppressions, snapshot, runtime)
    state = replace(state, open_criticals=criticals)
    work = remaining_work(runtime, state)
    estimate = approve(runtime, work)
    for step in run.passes(Stage.BEFORE_DIRECTORIES, state):
        state = run.passed(step, state)
    plan = with_still_so(run_plan(runtime, state), runtime, state.cached, version)
    plan = with_surroundings(plan, runtime, checks.project, state.cached)
    release_slices(runtime)
    expected = work_of_directories(work, snapshot)
    graph = DirectoryGraph(plan, runtime, executor, after=run.last, work=expected)
    plan, progress = graph.run()
    state = run.investigated(state, plan, progress)
    while not runtime.starts_nothing and keep_less(runtime, state):
        plan, progress = graph.run()
        state = run.investigated(state, plan, progress)
    keep_slice(runtime, estimate, SYNTHESIS.name)
    council = CouncilChair(Refinement(plan, progress, runtime, executor), run)
    for step in run.passes(Stage.AFTER_DIRECTORIES, state):
        state = council.passed(step, state)
        free_after(runtime, step)
    council.close(state)
    if runtime.budget.free_slices() and not runtime.starts_nothing:
        plan, progress = graph.run()
        state = run.with_late(run.investigated(state, plan, progress), before=state)
    refused = runtime.rate_limiter.closed
    if isinstance(refused, CallsRefused | StoreFailed) and not runtime.budget.lines:
        raise StoreError(str(refused)) if isinstance(refused, StoreFailed) else refused
    counted = without_comments(checks, runtime)
    facts = run_facts(runtime, state, counted, plan, progress, estimate, version=version)
    facts = with_requirements(replace(facts, suppressions=suppressions), state)
    report: AuditReport = run.step(PublishStep(facts, previous_results(plan, progress))).result()
    return report


class _Sequence:
    """Steps one after another; `last` is what the next one waits for."""

    def __init__(self, runtime: Runtime, executor: Executor) -> None:
        self.last: Collection[Ticket] = ()
        self._runtime = runtime
        self._executor = executor

    def step(self, step: Step) -> StepEnd:
        self.last = [self._executor.submit(step, self.last)]
        return self._executor.wait()

    def checked(self, snapshot: Snapshot) -> Checks:
        content = content_digest(snapshot)
        own, facts = self._checks(snapshot, content), self._project(snapshot, content)
        return with_tools(own, facts, self._tools(snapshot))

    def _checks(self, snapshot: Snapshot, content: str) -> CheckResult:
        refresh = self._runtime.run.request.refreshes_pass(CheckStep.name)
        step = check_step(snapshot, content, force_refresh=refresh)
        result, gap = self.step(step).value_or_gap()
        return result or CheckResult(gap=gap)

    def _project(self, snapshot: Snapshot, content: str) -> ProjectResult:
        refresh = self._runtime.run.request.refreshes_pass(ProjectStep.name)
        step = project_step(snapshot, content, force_refresh=refresh)
        facts, gap = self.step(step).value_or_gap()
        return ProjectResult(facts) if facts else ProjectResult(gap=gap)

    def _tools(self, snapshot: Snapshot) -> list[ToolReport]:
        """All at the same time. After a stop none is started."""
        planned = list(tool_steps(self._runtime, snapshot))
        tickets: dict[int, Ticket] = {}
        for number, step in enumerate(planned):
            if isinstance(step, Step) and not self._runtime.stop.is_set():
                tickets[number] = self._executor.submit(step, self.last)
        ends = {end.ticket: end for end in (self._executor.wait() for _ in tickets)}
        self.last = [*tickets.values()] or self.last
        return [
            tool_report(step, ends.get(tickets.get(number)), self._runtime)
            for number, step in enumerate(planned)
        ]

    def required(self, snapshot: Snapshot) -> Findings | None:
        """None when nothing is required."""
        step = requirement_step(self._runtime, snapshot)
        if step is None:
            return None
        found, gap = self.step(step).value_or_gap()
        return found or Findings(file=step.text.name, gap=gap)

    def recalled(self, state: RunState) -> RunState:
        """The state with what is remembered of earlier runs."""
        step = memory_step(self._runtime, state.snapshot)
        memory = self.step(step).value_or_gap()[0] if step else None
        return replace(state, memory=memory) if memory else state

    def passes(self, stage: Stage, state: RunState) -> list[AnyPass]:
        """The passes of `stage` that the target's tier has and the run can make."""
        named = (step for step in self._runtime.passes if state.has(step.name))
        passes = (step for step in named if step.stage is stage)
        return [step for step in passes if self._runtime.investigator.can_run(step)]

    def with_claims(self, step: AnyPass, state: RunState) -> RunState:
        """The state with the claims that the pass reviews, each with its code."""
        wanted = claim_step(step, state)
        if wanted is None or self._runtime.stop.is_set():
            return state
        found, _gap = self.step(wanted).value_or_gap()
        return with_claims(state, step, found.claims if found else wanted.claims)

    def investigated(self, state: RunState, plan: RunPlan, progress: Progress) -> RunState:
        """The state after the directories."""
        self.last = [progress.tickets["."]] if "." in progress.tickets else self.last
        missing = left_out(plan.snapshot, progress.reports, plan.skipped, self._runtime.halt)
        told = tuple(each for each in missing if each.path != OWN_FOLDER)
        return replace(state, reports=dict(progress.reports), left_out=told)

    def with_late(self, state: RunState, before: RunState) -> RunState:
        """The state after more directories than the passes after them knew `before`. A pass that is
        not complete, or that only has more parts, is made again, if there is money for it; another
        one has a gap."""
        late = [
            path
            for path, report in state.reports.items()
            if path not in before.reports or report.state is not before.reports[path].state
        ]
        gap = (
            f"it lacks {formats.pluralize(len(late), 'directory')} ({formats.listed(late)}), "
            "investigated with what it left of the cap"
        )
        after = (step for step in self._runtime.passes if step.stage is Stage.AFTER_DIRECTORIES)
        for step in after if late else ():
            result = state.results.get(step.name)
            if step.adds_parts or (result is not None and step.incomplete(result)):
                state = self.passed(step, self.with_claims(step, state))
            elif result is not None:
                lacking = result.model_copy(update={"gap": gap})
                state = replace(state, results={**state.results, step.name: lacking})
        return state

    def passed(self, step: AnyPass, state: RunState) -> RunState:
        """The state after a pass, when the run needs it. After a stop none is made."""
        briefing = step.briefing(state)
        if briefing is None:
            return state
        uses_model = self._runtime.investigator.uses_model
        parts = step.parts(briefing) if uses_model else ()
        unasked = step.nothing_to_do(briefing) if uses_model else ""
        result = step.fallback(briefing, unasked) if unasked else None
        while result is None:  # twice, if there are parts and a whole to make of them
            works, tickets = [], []
            for each in parts or (briefing,):
                if not self._runtime.stop.is_set():
                    works.append(pass_step(step, each, self._runtime))
                    tickets.append(self._executor.submit(works[-1], self.last))
            results = self._results(step, parts or (briefing,), works, tickets)
            made = step.combined(briefing, results) if parts else results[0][1]
            result = made if isinstance(made, step.result) else None
            briefing, parts = made, ()
        return replace(state, results={**state.results, step.name: result})

    def _results(
        self,
        step: AnyPass,
        briefings: Sequence[Any],
        works: Sequence[PassStep],
        tickets: Sequence[Ticket],
    ) -> list[tuple[Any, Any]]:
        """Each briefing with its result, or with what takes its place."""
        ends = {end.ticket: end for end in (self._executor.wait() for _ in tickets)}
        self.last = tickets or self.last
        ended: list[tuple[Any, str]] = []
        for work, ticket in zip(works, tickets, strict=True):
            ended.append(value_or_halt(ends[ticket], self._runtime))
            note_made(self._runtime, work, ends[ticket].is_cached, ended[-1][0])
        ended += [(None, STOPPED)] * (len(briefings) - len(tickets))
        return [
            (briefing, result or step.fallback(briefing, gap))
            for briefing, (result, gap) in zip(briefings, ended, strict=True)
        ]
