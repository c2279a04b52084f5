"""Where depth pays, decided from the survey, the tree and the counts."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.boundary_blocks import planner_boundaries
from luminos_core.agents.estimate.model_profile import ModelProfile
from luminos_core.agents.memory_blocks import index_block
from luminos_core.agents.passes.definition import B, Pass, R, Stage
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_merge import join_plans
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.planning.tree_lines import tree_lines
from luminos_core.agents.prompt_blocks import signals_block, survey_block
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.agents.subtrees import Piece, split, title
from luminos_core.cache.target_digest import shape_digest
from luminos_core.flags.ranking import flags_by_directory
from luminos_core.offline.plan import plan as plan_offline
from luminos_core.records.base import Record
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import Plan
from luminos_core.records.settings import ModelTier
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.registry import PLAN_TOOLS
from luminos_core.tools.submit_plan import SubmitPlanInput

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

    def directory_count(self, briefing: Any) -> int:
        """How many directories the briefing is about."""
        return len(briefing.directories)

    def answer_tokens(self, briefing: Any, profile: ModelProfile) -> float:
        listed = min(_LISTED_SHARE * self.directory_count(briefing), _MOST_LISTED)
        return 75 * profile.verbosity + listed * (20 + 18 * profile.verbosity)


class PlanPass(PlanningPass[PlanBriefing, PlanResult]):
    name = "plan"
    stage = Stage.BEFORE_DIRECTORIES
    prompts = Prompts("plan")
    result = PlanResult
    runs_offline = True

    def briefing(self, state: RunState) -> PlanBriefing | None:
        """None also when the plan of the last run can be used again."""
        return None if state.last_plan is not None else plan_briefing(state)

    def directory_count(self, briefing: PlanBriefing) -> int:
        return briefing.directory_count

    def started(self, briefing: PlanBriefing) -> PhaseStarted:
        count = formats.pluralize(briefing.directory_count, "directory", "directories")
        scope = f" of {briefing.scope}" if briefing.scope else ""
        return PhaseStarted(phase=self.name, text=f"planning {count}{scope}")

    def parts(self, briefing: PlanBriefing) -> tuple[PlanBriefing, ...]:
        """By subtree, when the tree does not fit into one prompt."""
        lines = briefing.tree
        pieces = [Piece(line.path, len(line.text) + 1) for line in lines]
        if sum(piece.size for piece in pieces) <= briefing.characters:
            return ()
        groups = split(pieces, briefing.characters)
        trees = (tuple(lines[position] for position in group) for group in groups)
        return tuple(
            briefing.model_copy(update={"tree": tree, "scope": title(line.path for line in tree)})
            for tree in trees
        )

    def combined(
        self, briefing: PlanBriefing, results: Sequence[tuple[PlanBriefing, PlanResult]]
    ) -> PlanResult:
        """The plans of all parts as one."""
        plans = [
            (result.plan, {path for line in part.tree for path in line.directories})
            for part, result in results
        ]
        directories = {path for line in briefing.tree for path in line.directories}
        joined = join_plans(plans, PathResolver(sorted(directories), briefing.target_path))
        gaps = [f"{part.scope}: {result.gap}" for part, result in results if result.gap]
        ignored = tuple(f"{path} (is planned with another part)" for path in joined.ignored)
        return PlanResult(plan=joined.plan, ignored=ignored, gap="; ".join(gaps))

    def slots(self, briefing: PlanBriefing) -> dict[str, object]:
        return {
            "target": sanitize_name(briefing.target),
            "scope": briefing.scope,
            "directory_count": f"{briefing.directory_count:,}",
            "default_turns": briefing.default_turns,
            "turn_budget": f"{briefing.default_turns * briefing.directory_count:,}",
            "survey": survey_block(briefing.survey),
            "boundaries": planner_boundaries(briefing.boundaries),
            "memory": briefing.memory,
            "signals": signals_block(briefing.signals),
            "tree": "\n".join(line.text for line in briefing.tree),
        }

    def ingredients(self, briefing: PlanBriefing) -> JsonValue:
        """A plan is kept for as long as the target has the same directories."""
        if not briefing.scope:
            return briefing.shape
        return [briefing.shape, [path for line in briefing.tree for path in line.directories]]

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
    stored = dict.fromkeys(state.cached, "stored")
    return PlanBriefing(
        target=snapshot.name,
        target_path=snapshot.target,
        shape=shape_digest(snapshot),
        survey=survey_of(state),
        signals=snapshot.signals,
        directories=snapshot.directories,
        tree=tree_lines(
            snapshot.directories,
            flags_by_directory(state.flags),
            {**state.changes, **stored},
            hints=flags_by_directory(state.hints),
        ),
        boundaries=state.boundaries() if state.cached else (),
        default_turns=DEFAULT_TURNS,
        memory=index_block(state.memory),
        characters=sections_characters(state.settings.context_budget),
    )
