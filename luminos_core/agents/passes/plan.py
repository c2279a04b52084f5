"""Where depth pays, decided from the survey, the tree and the counts."""

from datetime import datetime
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.passes.definition import B, Pass, R, Stage
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_blocks import signals_block, survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.cache.target_digest import shape_digest
from luminos_core.offline.plan import plan as plan_offline
from luminos_core.records.base import Record
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import Plan
from luminos_core.records.settings import ModelTier
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name, sanitize_text, truncate_lines
from luminos_core.tools.registry import PLAN_TOOLS
from luminos_core.tools.submit_plan import SubmitPlanInput

_TREE_LEVELS = 6
_LISTED_SHARE = 0.35  # of the directories are listed in a plan, and at most so many:
_MOST_LISTED = 100


class PlanResult(Record):
    """With a `gap`, which says why, `plan` is what is used instead: the default, or what an earlier
    run left."""

    plan: Plan
    ignored: tuple[str, ...] = ()  # what was listed and not followed, with the reason
    gap: str = ""


class PlanningPass(Pass[B, R]):
    """What the three passes that make a plan have in common."""

    tier = ModelTier.PLANNING
    turns = 3
    tools = PLAN_TOOLS

    def answer_tokens(self, briefing: Any, profile: ModelProfile) -> float:
        listed = min(_LISTED_SHARE * len(briefing.directories), _MOST_LISTED)
        return 75 * profile.verbosity + listed * (20 + 18 * profile.verbosity)


class PlanPass(PlanningPass[PlanBriefing, PlanResult]):
    name = "plan"
    stage = Stage.BEFORE_DIRECTORIES
    prompts = Prompts("plan")
    result = PlanResult
    runs_offline = True

    def briefing(self, state: RunState) -> PlanBriefing | None:
        """None also when the plan of the last run can be used again."""
        if state.is_small or state.last_plan is not None:
            return None
        return plan_briefing(state)

    def started(self, briefing: PlanBriefing) -> PhaseStarted:
        count = formats.pluralize(len(briefing.directories), "directory", "directories")
        return PhaseStarted(phase=self.name, text=f"planning {count}")

    def slots(self, briefing: PlanBriefing) -> dict[str, object]:
        stored = (sanitize_name(path) for path in briefing.stored)
        return {
            "target": sanitize_name(briefing.target),
            "directory_count": f"{len(briefing.directories):,}",
            "default_turns": briefing.default_turns,
            "turn_budget": f"{briefing.turn_budget:,}",
            "survey": survey_block(briefing.survey),
            "signals": signals_block(briefing.signals),
            "tree": sanitize_text(briefing.tree, PROMPT_LIMITS.plan_tree_characters),
            "stored": truncate_lines(
                stored, PROMPT_LIMITS.stored_paths_characters, "... and {count} more"
            )
            or "(none)",
        }

    def ingredients(self, briefing: PlanBriefing) -> JsonValue:
        """A plan is kept for as long as the target has the same directories."""
        return briefing.shape

    def accept(self, briefing: PlanBriefing, submission: SubmitPlanInput) -> PlanResult:
        return PlanResult(plan=submission.record())

    def fallback(self, briefing: PlanBriefing, gap: str) -> PlanResult:
        """The default plan, as if there were no planning."""
        return PlanResult(plan=Plan(), gap=f"no plan was made: {gap}")

    def offline(self, briefing: PlanBriefing, files: ScannedFiles, now: datetime) -> PlanResult:
        return PlanResult(plan=plan_offline(briefing.directories))


PLAN = PlanPass()


def plan_briefing(state: RunState) -> PlanBriefing:
    snapshot = state.snapshot
    return PlanBriefing(
        target=snapshot.name,
        shape=shape_digest(snapshot),
        survey=survey_of(state),
        signals=snapshot.signals,
        directories=snapshot.directories,
        tree=render_tree(snapshot, _TREE_LEVELS),
        stored=tuple(sorted(state.cached)),
        default_turns=DEFAULT_TURNS,
        turn_budget=DEFAULT_TURNS * len(snapshot.directories),
    )
