"""What lies ahead of a run after its scan: what is cached, and what has to be bought."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from luminos_core.agents.complexity import complexity
from luminos_core.agents.estimate.directory_calls import directory_calls
from luminos_core.agents.estimate.model_profile import USUAL
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.memory_blocks import directory_memory
from luminos_core.agents.passes.definition import AnyPass, Stage
from luminos_core.agents.passes.plan import PLAN
from luminos_core.agents.passes.plan_update import plan_of
from luminos_core.agents.planning.last_plan import can_be_used
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.agents.run_state import RunState
from luminos_core.agents.verification.briefing import reviewers_of
from luminos_core.audit.claim_step import with_stored_claims
from luminos_core.audit.cost_calibration import expected_share
from luminos_core.audit.council_end import with_stored_end
from luminos_core.audit.key_diff import changes_since
from luminos_core.audit.last_run import load_last_plan
from luminos_core.audit.results import as_cached, report_key
from luminos_core.audit.run_plan import directory_context, result_keys
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import PassStep, pass_step
from luminos_core.audit.stored_boundaries import stored_boundaries
from luminos_core.audit.unreadable import as_unreadable, unreadable_reports
from luminos_core.cache.directory_key import tree_keys
from luminos_core.errors import StoreError
from luminos_core.flags.ranking import flags_by_directory
from luminos_core.llm.ladder import own_model
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag
from luminos_core.records.plan import LastPlan, Schedule
from luminos_core.records.project import ProjectFacts
from luminos_core.records.snapshot import Snapshot


def starting_state(
    runtime: Runtime,
    snapshot: Snapshot,
    flags: Sequence[Flag],
    hints: Sequence[Flag] = (),
    project: ProjectFacts | None = None,
) -> RunState:
    """What a run knows before its first pass."""
    state = RunState(
        settings=runtime.settings,
        snapshot=snapshot,
        complexity=complexity(snapshot, project, runtime.settings, runtime.run.request.tier),
        flags=tuple(flags),
        hints=tuple(hints),
        project=None if runtime.investigator.uses_model else project,
    )
    if state.has(PLAN.name):
        state = replace(state, last_plan=_last_plan(runtime, state))
    schedule = _schedule(state)
    skipped = frozenset(skip.path for skip in schedule.skipped)
    keys = result_keys(runtime, snapshot, skipped)
    assigned = {each.path: report_key(keys[each.path]) for each in schedule.assignments}
    cached = frozenset(
        path
        for path, key in assigned.items()
        if not runtime.forces(key, runtime.run.request.refreshes_directory(path))
        and runtime.results.has(key)
    )
    kept = frozenset(
        path for path in cached if own_model(keys[path].model) != directory_context(runtime).model
    )
    runtime.share_keys(keys)
    changes = changes_since(runtime.last_run.by_path, keys)
    return replace(
        state,
        keys={skipped: keys},
        cached=cached,
        kept=kept,
        changes=changes,
        boundaries=stored_boundaries(runtime, {path: keys[path] for path in cached}),
    )


def remaining_work(runtime: Runtime, state: RunState) -> RemainingWork | None:
    """None when no model is used, so that nothing costs anything. Before the plan is made, that of
    the last run counts, else one that skips nothing."""
    agents = runtime.agents
    if agents is None:
        return None
    to_do = {each.path for each in _schedule(state).assignments} - state.cached
    calibration = runtime.store.signed("calibration")
    return RemainingWork(
        directories=tuple(each for each in state.snapshot.directories if each.path in to_do),
        cached=len(state.cached),
        kept=len(state.kept),
        could_be_kept=_could_be_kept(runtime, state, to_do),
        briefings=_briefings(runtime, state, bool(to_do)),
        flags=flags_by_directory(state.flags),
        hints=flags_by_directory(state.hints),
        memory={path: directory_memory(state.memory, path) for path in to_do},
        preload_tokens=runtime.settings.preload_tokens,
        is_known=lambda file: agents.summaries.load(file) is not None,
        context_budget=runtime.settings.context_budget,
        synthesis_characters=sections_characters(runtime.settings.context_budget),
        reviewers=reviewers_of(runtime.settings, state.complexity.tier),
        tier=state.complexity.tier,
        escalates_to=tuple(each.model.id for each in runtime.escalations.rungs[1:]),
        due=_due(runtime, state, to_do),
        hint_reviewers=runtime.settings.hint_reviewers,
        calibration=expected_share(calibration, runtime.calibration_name),
    )


def _due(runtime: Runtime, state: RunState, to_do: Collection[str]) -> dict[str, int]:
    (keys,) = state.keys.values()
    rungs = {path: runtime.escalations.rung_of(keys[path]) for path in to_do}
    return {path: rung for path, rung in rungs.items() if rung}


def work_of_directories(work: RemainingWork | None, snapshot: Snapshot) -> dict[str, float]:
    """How long each directory takes: the calls that are expected, one after the other; offline, its
    files."""
    if work is None:
        return {each.path: 1.0 + len(each.files) for each in snapshot.directories}
    budget, prompts = work.context_budget, work.prompt_of.items()
    return {path: directory_calls(prompt, USUAL, budget).count for path, prompt in prompts}


def _last_plan(runtime: Runtime, state: RunState) -> LastPlan | None:
    """The plan of the last run, if it was asked for in the same way and fits the target. Offline a
    plan costs nothing and is made in every run. A run that keeps results also uses another model's,
    unless its own model has made one."""
    if runtime.agents is None or runtime.run.request.refreshes_pass(PLAN.name):
        return None
    last = load_last_plan(runtime.store, runtime.target)
    if last is None or not can_be_used(last, state.snapshot.directories):
        return None
    own = PLAN.key_context(runtime.model_of(PLAN).label)
    if last.context == own:
        return last
    is_other = last.context == own.model_copy(update={"model": last.context.model})
    if not (runtime.other_models.count and is_other) or _has_own_plan(runtime, state):
        return None
    runtime.other_models.kept_passes[PLAN.name].append(last.context.model)
    return last


def _has_own_plan(runtime: Runtime, state: RunState) -> bool:
    briefing = PLAN.briefing(state)
    steps = () if briefing is None else _steps(PLAN, briefing, runtime)
    return all(runtime.results.has(step.key) and not step.is_kept for step in steps)


def _schedule(state: RunState) -> Schedule:
    snapshot = state.snapshot
    return apply_plan(snapshot.directories, plan_of(state).plan, snapshot.target)


def _briefings(runtime: Runtime, state: RunState, changes: bool) -> dict[str, Record]:
    """Of the passes over the whole target whose results are not stored, by pass. If a directory
    `changes`, each pass after the directories is one of them; its briefing lacks the reports."""
    stages = (Stage.BEFORE_DIRECTORIES, Stage.AFTER_DIRECTORIES)
    steps = [each for each in runtime.passes if each.stage in stages and state.has(each.name)]
    if not changes and any(step.stage is Stage.AFTER_DIRECTORIES for step in steps):
        state = replace(state, reports=_stored_reports(runtime, state))
    briefings: dict[str, Record] = {}
    for step in steps:
        is_after = step.stage is Stage.AFTER_DIRECTORIES
        if is_after and not changes:
            state = with_stored_claims(state, step, runtime)
            state = with_stored_end(state, step, runtime)
        briefing = step.briefing(state)
        if briefing is None:
            continue
        works = _steps(step, briefing, runtime)
        is_missing = any(work.force_refresh or not runtime.results.has(work.key) for work in works)
        if is_missing or (changes and is_after):
            briefings[step.name] = briefing
        elif result := _stored_result(step, briefing, works, runtime):
            state = replace(state, results={**state.results, step.name: result})
    return briefings


def _stored_result(
    step: AnyPass, briefing: Any, works: Sequence[PassStep], runtime: Runtime
) -> Any | None:
    """The result that the run will find, for the passes that read it; None when it has parts that
    are still to be brought together, or cannot be read."""
    try:
        results = [runtime.results.load(work.key, step.result) for work in works]
    except StoreError:
        return None
    parts = step.parts(briefing)
    made = step.combined(briefing, list(zip(parts, results, strict=True))) if parts else results[0]
    return made if isinstance(made, step.result) else None


def _steps(step: AnyPass, briefing: Any, runtime: Runtime) -> list[PassStep]:
    """Those over its parts, when it has any."""
    return [pass_step(step, part, runtime) for part in step.parts(briefing) or (briefing,)]


def _could_be_kept(runtime: Runtime, state: RunState, to_do: Collection[str]) -> int:
    """How many of the directories `to_do` another model has a complete result of, which this run
    does not use."""
    request = runtime.run.request
    missing = {path for path in to_do if not request.refreshes_directory(path)}
    if not missing or runtime.other_models.count:
        return 0
    others, own = replace(runtime.other_models, count=True), directory_context(runtime)
    keys = tree_keys(
        state.snapshot.directories,
        {skip.path for skip in _schedule(state).skipped},
        own,
        lambda key: others.result_key(key) if key.path in missing else runtime.result_key(key),
    )
    return sum(own_model(keys[path].model) != own.model for path in missing)


def _stored_reports(runtime: Runtime, state: RunState) -> dict[str, DirectoryReport]:
    """The reports that the directories will have when none is investigated. One that cannot be
    loaded is missing, so that the passes which read it count as not stored."""
    directories = {each.path: each for each in state.snapshot.directories}
    (keys,) = state.keys.values()
    reports = unreadable_reports(directories.values())
    for path in state.cached:
        with suppress(StoreError):
            report = as_cached(runtime.results.load_report(report_key(keys[path])))
            reports[path] = as_unreadable(report, directories[path])
    return reports
