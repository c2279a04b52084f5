"""What each pass of a run is told, made from what the passes before it found."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from luminos_core.agents.passes.plan import PlanResult
from luminos_core.agents.passes.survey import SurveyResult, needs_survey
from luminos_core.agents.planning.schedule import DEFAULT_TURNS, apply_plan
from luminos_core.agents.prompts.rendering import prompt_digest
from luminos_core.audit.assemble import RunFacts
from luminos_core.cache.change import PreviousResult
from luminos_core.cache.last_run import read_last_run
from luminos_core.cache.tree import Asking, tree_keys
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing, SynthesisBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.directory import DirectoryKey, DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Flag
from luminos_core.records.report import Gap, Synthesis
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.survey import Survey
from luminos_core.scan.render_tree import render_tree
from luminos_core.tools.registry import TOOLS_BY_PASS, tools_digest
from tasks.publish import LAST_RUN
from tasks.runtime import Runtime
from tasks.work import Brief, Progress, Revision

_SURVEY_TREE = 2  # levels
_PLAN_TREE = 6
_REPORT_TREE = 3


@dataclass(frozen=True)
class Analysis:
    """The analyzers' flags; or none, with the gap that says why."""

    flags: tuple[Flag, ...] = ()
    gap: str = ""


@dataclass(frozen=True)
class Found:
    """What the passes before the directories found."""

    snapshot: Snapshot
    analysis: Analysis
    surveyed: SurveyResult
    planned: PlanResult
    estimate: Estimate | None = None  # None: of a model that costs nothing


def survey_briefing(snapshot: Snapshot) -> SurveyBriefing:
    return SurveyBriefing(
        target=snapshot.name,
        signals=snapshot.signals,
        languages=snapshot.languages,
        directory_count=len(snapshot.directories),
        tree=render_tree(snapshot, _SURVEY_TREE),
        tools=tuple(tool.name for tool in TOOLS_BY_PASS[Pass.DIRECTORY] if tool.run),
    )


def plan_briefing(
    snapshot: Snapshot, survey: Survey | None, stored: Collection[str]
) -> PlanBriefing:
    return PlanBriefing(
        target=snapshot.name,
        survey=survey,
        signals=snapshot.signals,
        directories=snapshot.directories,
        tree=render_tree(snapshot, _PLAN_TREE),
        stored=tuple(sorted(stored)),
        default_turns=DEFAULT_TURNS,
        turn_budget=DEFAULT_TURNS * len(snapshot.directories),
    )


def keys_without(
    runtime: Runtime, snapshot: Snapshot, skipped: Collection[str]
) -> dict[str, DirectoryKey]:
    """Each directory's key if a plan skips those."""
    return tree_keys(snapshot.directories, skipped, _asking(runtime))


def directories_brief(runtime: Runtime, found: Found) -> Brief:
    snapshot, plan = found.snapshot, found.planned.plan
    applied = apply_plan(snapshot.directories, plan, snapshot.target)
    schedule = applied.model_copy(
        update={"unmatched": (*applied.unmatched, *found.planned.ignored)}
    )
    asking = _asking(runtime)
    skipped = {skip.path for skip in schedule.skipped}
    return Brief(
        run=runtime.run,
        snapshot=snapshot,
        schedule=schedule,
        asking=asking,
        keys=tree_keys(snapshot.directories, skipped, asking),
        survey=found.surveyed.survey,
        plan=plan,
        may_be_revised=_has_planned(runtime, found),
        flags=by_directory(found.analysis.flags),
        last_run=read_last_run(runtime.store.target(runtime.target) / LAST_RUN),
    )


def _has_planned(runtime: Runtime, found: Found) -> bool:
    """Whether a language model has made the plan; a small target has none, nor has a gap."""
    is_planned = needs_survey(found.snapshot, runtime.settings) and not found.planned.gap
    return is_planned and runtime.model.is_language_model


def synthesis_briefing(
    brief: Brief, progress: Progress, flags: Sequence[Flag]
) -> SynthesisBriefing:
    reports = progress.reports
    in_order = [each.path for each in brief.snapshot.directories if each.path in reports]
    return SynthesisBriefing(
        target=brief.snapshot.name,
        survey=brief.survey,
        languages=brief.snapshot.languages,
        reports=tuple(reports[path] for path in in_order),
        flags=tuple(flags),
    )


def run_facts(
    runtime: Runtime, brief: Brief, found: Found, progress: Progress, synthesis: Synthesis
) -> RunFacts:
    surveyed, planned = found.surveyed, found.planned
    revision = progress.revision or Revision(reason="")
    gaps = {
        "analyze": found.analysis.gap,
        "survey": surveyed.gap,
        "plan": planned.gap,
        "revision": revision.gap,
        "synthesis": synthesis.gap,
        "journal": runtime.folder.error,
    }
    return RunFacts(
        run_id=runtime.run.run_id,
        request=runtime.run.request,
        snapshot=brief.snapshot,
        synthesis=synthesis,
        started_at=runtime.run.started_at,
        finished_at=datetime.now(UTC).isoformat(timespec="seconds"),
        language_model=runtime.model.is_language_model,
        schedule=brief.schedule,
        plan=brief.plan,
        plan_revision="" if revision.gap else revision.reason,
        survey=brief.survey,
        reports=tuple(progress.reports.values()),
        changes=progress.changes,
        analyzer_flags=found.analysis.flags,
        gaps=tuple(Gap(pass_name=name, reason=reason) for name, reason in gaps.items() if reason),
        ledger=runtime.budget.lines,
        estimate=found.estimate,
        tree=render_tree(brief.snapshot, _REPORT_TREE),
        halt=runtime.halt,
    )


def results_of(brief: Brief, progress: Progress) -> tuple[PreviousResult, ...]:
    """What the target's next run compares itself with."""
    ended = {path: report.state for path, report in progress.reports.items()}
    skipped = dict.fromkeys(brief.skipped, DirectoryState.SKIPPED)
    return tuple(
        PreviousResult(key=progress.keys.get(path, brief.keys[path]), state=state)
        for path, state in {**ended, **skipped}.items()
    )


def by_directory(flags: Sequence[Flag]) -> dict[str, tuple[Flag, ...]]:
    found: dict[str, list[Flag]] = defaultdict(list)
    for flag in flags:
        found[flag.path.rpartition("/")[0] or "."].append(flag)
    return {path: tuple(each) for path, each in found.items()}


def _asking(runtime: Runtime) -> Asking:
    return Asking(
        prompt=prompt_digest(Pass.DIRECTORY),
        tools=tools_digest(Pass.DIRECTORY),
        model=runtime.chosen_model(Pass.DIRECTORY).label,
    )
