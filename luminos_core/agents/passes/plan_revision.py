"""The plan revised once, during a run, for the directories that have not started."""

from collections.abc import Collection, Iterable, Sequence

from pydantic import JsonValue

from luminos_core.agents.estimate.call_pattern import CallPattern
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.passes.definition import Stage
from luminos_core.agents.passes.plan import PLAN, PlanningPass
from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_blocks import assigned_block, plan_block
from luminos_core.agents.planning.plan_merge import MergedPlan, merge_plan
from luminos_core.agents.prompt_blocks import survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.digest import digest_record
from luminos_core.records.base import Record
from luminos_core.records.briefing import PlanRevisionBriefing
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import Plan
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines
from luminos_core.tools.submit_plan import SubmitPlanInput


class PlanRevisionResult(Record):
    """`listed` is None exactly when `gap` says why."""

    listed: Plan | None  # as submitted: what it lists is still to be placed
    gap: str = ""


class PlanRevisionPass(PlanningPass[PlanRevisionBriefing, PlanRevisionResult]):
    name = "plan-revision"
    stage = Stage.DURING_DIRECTORIES
    prompts = Prompts("plan_revision")
    result = PlanRevisionResult

    def briefing(self, state: RunState) -> None:
        """The plan check makes it, when early results contradict the plan."""

    def started(self, briefing: PlanRevisionBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"revising the plan {when(briefing)}")

    def slots(self, briefing: PlanRevisionBriefing) -> dict[str, object]:
        lines = (
            f"- {sanitize_line(line, PROMPT_LIMITS.contradiction_characters)}"
            for line in briefing.contradictions
        )
        return {
            "target": sanitize_name(briefing.target),
            "total": formats.pluralize(briefing.total, "directory", "directories"),
            "done": f"{briefing.done:,}",
            "remaining": f"{len(briefing.directories):,}",
            "survey": survey_block(briefing.survey),
            "plan": plan_block(briefing.plan),
            "contradictions": truncate_lines(
                lines, PROMPT_LIMITS.contradictions_characters, "- and {count} more"
            ),
            "directories": assigned_block(briefing.directories, briefing.assignments),
        }

    def ingredients(self, briefing: PlanRevisionBriefing) -> JsonValue:
        return [
            digest_record(briefing.plan),
            [*briefing.contradictions],
            [assignment.path for assignment in briefing.assignments],
        ]

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """As those of the plan, which has as much to read and to say; most runs that make one
        revise it."""
        return PLAN.calls(work, profile) if profile.revises else ()

    def accept(
        self, briefing: PlanRevisionBriefing, submission: SubmitPlanInput
    ) -> PlanRevisionResult:
        return PlanRevisionResult(listed=submission.record())

    def fallback(self, briefing: PlanRevisionBriefing, gap: str) -> PlanRevisionResult:
        return PlanRevisionResult(listed=None, gap=f"the plan was not revised: {gap}")


PLAN_REVISION = PlanRevisionPass()


def when(briefing: PlanRevisionBriefing) -> str:
    """ "after 4 of 12 directories"."""
    total = formats.pluralize(briefing.total, "directory", "directories")
    return f"after {briefing.done:,} of {total}"


def revision_reason(briefing: PlanRevisionBriefing) -> str:
    """ "after 4 of 12 directories, because ..."."""
    return f"{when(briefing)}, because {'; '.join(briefing.contradictions)}"


def revised(
    plan: Plan,
    listed: Plan,
    not_started: Collection[str],
    directories: Sequence[DirectoryRecord],
    target: str,
) -> MergedPlan:
    """`plan` with the listed tiers of the directories that have not started; a revision skips no
    directory. `target` is the absolute real path."""
    resolver = PathResolver([directory.path for directory in directories], target)
    without_skips = listed.model_copy(update={"skip_dirs": ()})
    merged = merge_plan(plan, without_skips, not_started, resolver)
    ignored = (
        *(f"{path} (not to be placed any more)" for path in merged.ignored),
        *(f"{entry.path} (a revision skips nothing)" for entry in listed.skip_dirs),
    )
    return MergedPlan(plan=merged.plan, ignored=ignored)
