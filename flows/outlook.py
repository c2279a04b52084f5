"""What lies ahead of a run after its scan: what the store has, and what has to be bought."""

from collections.abc import Collection
from dataclasses import dataclass

from flows.briefs import Analysis, by_directory, keys_without, plan_briefing, survey_briefing
from flows.pipeline import Pipeline
from luminos_core.agents.estimate.estimate import RemainingWork
from luminos_core.agents.passes.plan_update import new_directories, remaining_plan
from luminos_core.agents.passes.survey import needs_survey
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.cache.content import shape_digest
from luminos_core.cache.experience import expected_share
from luminos_core.records.briefing import PlanBriefing, SurveyBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import KeptPlan, Plan
from luminos_core.records.snapshot import Snapshot
from tasks.plan import standing_plan
from tasks.publish import directory_experience
from tasks.runtime import Runtime
from tasks.survey import survey_name


@dataclass(frozen=True)
class Outlook:
    stored: frozenset[str]  # directories whose results are in the store and will be used
    ahead: RemainingWork | None  # None: the model costs nothing


def look_ahead(
    runtime: Runtime, passes: Pipeline, snapshot: Snapshot, analysis: Analysis
) -> Outlook:
    """By the plan that is kept for the target; without one, as if none skipped a directory."""
    kept = standing_plan(runtime, snapshot)
    plan = remaining_plan(kept, snapshot.directories) if kept else Plan()
    schedule = apply_plan(snapshot.directories, plan, snapshot.target)
    keys = keys_without(runtime, snapshot, {skip.path for skip in schedule.skipped})
    stored = passes.stored({each.path: keys[each.path] for each in schedule.assignments})
    if not runtime.model.is_language_model:
        return Outlook(stored, None)
    to_do = {each.path for each in schedule.assignments} - stored
    ahead = RemainingWork(
        directories=tuple(each for each in snapshot.directories if each.path in to_do),
        stored=len(stored),
        survey=_survey(runtime, passes, snapshot),
        plan=_plan(runtime, snapshot, kept, stored),
        flags=by_directory(analysis.flags),
        preload_tokens=runtime.settings.preload_tokens,
        is_known=lambda file: runtime.summaries.known(file) is not None,
        synthesis_limit=sections_characters(runtime.settings.context_budget),
        experience=expected_share(
            runtime.store.signed_calibration(), directory_experience(runtime)
        ),
    )
    return Outlook(stored, ahead)


def _survey(runtime: Runtime, passes: Pipeline, snapshot: Snapshot) -> SurveyBriefing | None:
    if not needs_survey(snapshot, runtime.settings):
        return None
    if passes.has(Pass.SURVEY, survey_name(runtime, shape_digest(snapshot))):
        return None
    return survey_briefing(snapshot)


def _plan(
    runtime: Runtime, snapshot: Snapshot, kept: KeptPlan | None, stored: Collection[str]
) -> PlanBriefing | None:
    """What planning has to be bought: all of it, or the placing of new directories."""
    if not needs_survey(snapshot, runtime.settings):
        return None
    whole = plan_briefing(snapshot, None, stored)
    if kept is None:
        return whole
    new = new_directories(kept, snapshot.directories)
    return whole.model_copy(update={"directories": new, "tree": ""}) if new else None
