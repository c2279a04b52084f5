"""One audit, from the scan to the published report."""

from dataclasses import replace

from luminos_core.agents.passes.council import COUNCIL
from luminos_core.agents.passes.definition import Stage
from luminos_core.agents.run_state import RunState
from luminos_core.audit.approval import approve
from luminos_core.audit.assemble import RunFacts
from luminos_core.audit.council import CouncilChair
from luminos_core.audit.directory_rounds import DirectoryRounds
from luminos_core.audit.directory_work import Progress
from luminos_core.audit.executor import Executor
from luminos_core.audit.graph import DirectoryGraph
from luminos_core.audit.groundwork import Groundwork, groundwork
from luminos_core.audit.publish_step import PublishStep
from luminos_core.audit.refinement import Refinement
from luminos_core.audit.remaining_work import remaining_work, work_of_directories
from luminos_core.audit.requirement_step import with_requirements
from luminos_core.audit.run_facts import previous_results, run_facts
from luminos_core.audit.run_plan import RunPlan, run_plan
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.sequence import StepSequence
from luminos_core.audit.slices import free_after, keep_synthesis, release_slices
from luminos_core.audit.still_so import with_still_so
from luminos_core.audit.suppressions import without_comments
from luminos_core.audit.surroundings import with_surroundings
from luminos_core.errors import CallsRefused, StoreError, StoreFailed
from luminos_core.records.estimate import Estimate
from luminos_core.records.report import AuditReport


def run_audit(runtime: Runtime, executor: Executor) -> AuditReport:
    """Every step is carried out by `executor`; what a run decides is decided here and in what this
    calls. Raises NotApproved and SettingsError, and StoreError and CallsRefused if nothing was
    bought; all else is in the report."""
    run = StepSequence(runtime, executor)
    ground = groundwork(run, runtime)
    work = remaining_work(runtime, ground.state)
    estimate = approve(runtime, work)
    state = ground.state
    for step in run.passes(Stage.BEFORE_DIRECTORIES, state):
        state = run.passed(step, state)
    plan = _planned(runtime, ground, state)
    release_slices(runtime, estimate)
    expected = work_of_directories(work, ground.snapshot)
    graph = DirectoryGraph(plan, runtime, executor, after=run.last, work=expected)
    rounds = DirectoryRounds(graph, run, runtime)
    state = rounds.more(run.investigated(state, *graph.run()))
    keep_synthesis(runtime, estimate, state)
    council = CouncilChair(Refinement(*graph.made, runtime, executor), run)
    for step in run.passes(Stage.AFTER_DIRECTORIES, state):
        if step is COUNCIL:
            state = council.met(state)
        else:
            state = council.challenged(run.passed(step, run.with_claims(step, state)))
        free_after(runtime, step)
        state = rounds.after(step, state)
    council.close(state)
    state = rounds.late(state)
    _raise_refusal(runtime)
    plan, progress = graph.made
    facts = _facts(runtime, ground, state, plan, progress, estimate)
    report: AuditReport = run.step(PublishStep(facts, previous_results(plan, progress))).result()
    return report


def _planned(runtime: Runtime, ground: Groundwork, state: RunState) -> RunPlan:
    """With what the agents of directories are asked and told beside their work."""
    plan = with_still_so(run_plan(runtime, state), runtime, state.cached, ground.version)
    return with_surroundings(plan, runtime, ground.checks.project, state.cached)


def _raise_refusal(runtime: Runtime) -> None:
    """When nothing could be bought, since the server or the store refused."""
    refused = runtime.rate_limiter.closed
    if isinstance(refused, CallsRefused | StoreFailed) and not runtime.budget.lines:
        raise StoreError(str(refused)) if isinstance(refused, StoreFailed) else refused


def _facts(
    runtime: Runtime,
    ground: Groundwork,
    state: RunState,
    plan: RunPlan,
    progress: Progress,
    estimate: Estimate | None,
) -> RunFacts:
    counted = without_comments(ground.checks, runtime)
    facts = run_facts(runtime, state, counted, plan, progress, estimate, version=ground.version)
    return with_requirements(replace(facts, suppressions=ground.suppressions), state)
