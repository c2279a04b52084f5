"""What a run knows before its first directory is investigated."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_update import plan_of
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.planning.adjust import Adjusted, adjusted
from luminos_core.agents.planning.last_plan import last_plan
from luminos_core.agents.planning.plan_merge import MergedPlan
from luminos_core.agents.planning.schedule import apply_plan, without_turns
from luminos_core.agents.planning.turn_advice import turn_advice
from luminos_core.agents.run_state import RunState
from luminos_core.audit.last_run import LastRun, store_last_plan
from luminos_core.audit.runtime import Runtime
from luminos_core.cache.directory_key import tree_keys
from luminos_core.errors import StoreError
from luminos_core.flags.ranking import flags_by_directory
from luminos_core.memory.patterns import Memory
from luminos_core.records.directory import DirectoryKey
from luminos_core.records.event import PathsUnmatched
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.key_context import KeyContext
from luminos_core.records.memory_use import AdjustedTurns
from luminos_core.records.plan import Assignment, Plan, Schedule
from luminos_core.records.question import Question
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.records.surroundings import Surroundings
from luminos_core.records.survey import Survey


@dataclass(frozen=True)
class RunPlan:
    request: AuditRequest
    snapshot: Snapshot
    schedule: Schedule
    key_context: KeyContext
    keys: Mapping[str, DirectoryKey]  # of every directory, if all below it end complete
    survey: Survey | None
    plan: Plan  # what the schedule was made from
    can_be_revised: bool  # a model made the plan, and can be asked again
    flags: Mapping[str, tuple[Flag, ...]]  # of the checks, by directory
    hints: Mapping[str, tuple[Flag, ...]]  # as `flags`
    last_run: LastRun
    around: Mapping[str, Surroundings] = field(default_factory=dict)  # by directory
    questions: Mapping[str, tuple[Question, ...]] = field(default_factory=dict)  # by directory
    memory: Memory = field(default_factory=Memory)  # by which turns are adjusted
    adjusted: tuple[AdjustedTurns, ...] = ()
    result_key: Callable[[DirectoryKey], DirectoryKey] = lambda key: key
    """The key of the result that is used for a key: another model's, in a run that keeps them."""

    @cached_property
    def directories(self) -> Mapping[str, DirectoryRecord]:
        return {directory.path: directory for directory in self.snapshot.directories}

    @cached_property
    def assignments(self) -> Mapping[str, Assignment]:
        return {assignment.path: assignment for assignment in self.schedule.assignments}

    @cached_property
    def skipped(self) -> Mapping[str, str]:
        """The plan's reason for each directory that it leaves out."""
        return {skip.path: skip.reason for skip in self.schedule.skipped}


def run_plan(runtime: Runtime, state: RunState) -> RunPlan:
    """The plan is stored for the target's next run, unless it has a gap."""
    snapshot, planned = state.snapshot, plan_of(state)
    is_made = runtime.agents is not None and state.has(PLAN.name) and not planned.gap
    if is_made:
        store_plan(runtime, snapshot, planned.plan)
    flags = flags_by_directory(state.flags)
    applied, changes = _schedule(snapshot, planned.plan, state.memory, flags)
    if not runtime.investigator.uses_model:
        applied = without_turns(applied)
    unmatched = (*applied.unmatched, *planned.ignored)
    report_unmatched(runtime, unmatched)
    skipped = frozenset(skip.path for skip in applied.skipped)
    return RunPlan(
        request=runtime.run.request,
        snapshot=snapshot,
        schedule=applied.model_copy(update={"unmatched": unmatched}),
        key_context=directory_context(runtime),
        keys=state.keys.get(skipped) or result_keys(runtime, snapshot, skipped),
        survey=survey_of(state),
        plan=planned.plan,
        can_be_revised=is_made,
        flags=flags,
        hints=flags_by_directory(state.hints),
        last_run=runtime.last_run,
        memory=state.memory,
        adjusted=changes,
        result_key=runtime.result_key,
    )


def report_unmatched(runtime: Runtime, paths: tuple[str, ...]) -> None:
    """To the observers, at once: a path that is not placed is a directory that gets the default."""
    if paths:
        runtime.observe(PathsUnmatched(paths=paths))


def with_plan(plan: RunPlan, merged: MergedPlan) -> RunPlan:
    """`plan` with other turns, and another order, for the directories that have not started. What
    it newly lists as a priority it does by this run's results, which count more than earlier
    ones'."""
    listed = set(merged.plan.priority_dirs).difference(plan.plan.priority_dirs)
    schedule, changes = _schedule(
        plan.snapshot, merged.plan, plan.memory, plan.flags, {each.path for each in listed}
    )
    unmatched = (*plan.schedule.unmatched, *merged.ignored)
    schedule = schedule.model_copy(update={"unmatched": unmatched})
    return replace(plan, plan=merged.plan, schedule=schedule, adjusted=changes)


def _schedule(
    snapshot: Snapshot,
    plan: Plan,
    memory: Memory,
    flags: Mapping[str, tuple[Flag, ...]],
    never_fewer: Collection[str] = (),
) -> Adjusted:
    """By the plan and by what is remembered. Where a check finds what is critical, or an earlier
    run did, no turn is taken away either."""
    schedule = apply_plan(snapshot.directories, plan, snapshot.target)
    critical = (
        path
        for path, found in flags.items()
        if any(flag.severity is Severity.CRITICAL for flag in found)
    )
    before = (each.directory for each in memory.counted if Severity.CRITICAL in each.flags)
    return adjusted(schedule, turn_advice(memory), {*critical, *before, *never_fewer})


def store_plan(runtime: Runtime, snapshot: Snapshot, plan: Plan) -> None:
    """For the target's next run. A plan of another model that was kept is still that model's."""
    kept = runtime.other_models.kept_passes.get(PLAN.name)
    context = PLAN.key_context(kept[0] if kept else runtime.model_of(PLAN).label)
    made = last_plan(plan, snapshot.directories, snapshot.target, context)
    try:
        store_last_plan(runtime.store, runtime.target, made)
    except StoreError as error:
        runtime.store_failed(error)


def result_keys(
    runtime: Runtime, snapshot: Snapshot, skipped: Collection[str]
) -> dict[str, DirectoryKey]:
    """The key of each directory's result that is used, if all below it end complete."""
    context = directory_context(runtime)
    return tree_keys(snapshot.directories, skipped, context, runtime.result_key)


def directory_context(runtime: Runtime) -> KeyContext:
    context = DIRECTORY.key_context(runtime.model_of(DIRECTORY).label)
    return context.model_copy(update={"suppressed": runtime.suppressed})
