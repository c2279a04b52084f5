"""The plan of the last run, in which only the new directories are placed."""

from collections.abc import Sequence

from pydantic import JsonValue

from luminos_core.agents.boundary_blocks import planner_boundaries
from luminos_core.agents.memory_blocks import index_block
from luminos_core.agents.passes.definition import Stage
from luminos_core.agents.passes.plan import PLAN, PlanningPass, PlanResult
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.planning.last_plan import new_directories, remaining_plan
from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_blocks import directories_block, directory_line, plan_block
from luminos_core.agents.planning.plan_merge import merge_plan
from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.agents.prompt_blocks import survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.agents.subtrees import Piece, in_tree_order, split, title
from luminos_core.cache.target_digest import shape_digest
from luminos_core.digest import digest_record
from luminos_core.records.briefing import PlanUpdateBriefing
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import Plan
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.submit_plan import SubmitPlanInput


class PlanUpdatePass(PlanningPass[PlanUpdateBriefing, PlanResult]):
    name = "plan-update"
    stage = Stage.BEFORE_DIRECTORIES
    prompts = Prompts("plan_update")
    result = PlanResult

    def briefing(self, state: RunState) -> PlanUpdateBriefing | None:
        """None when there is no last plan, or when no directory is new."""
        last = state.last_plan
        if last is None:
            return None
        directories = state.snapshot.directories
        new = new_directories(last, directories)
        if not new:
            return None
        return PlanUpdateBriefing(
            target=state.snapshot.name,
            target_path=state.snapshot.target,
            shape=shape_digest(state.snapshot),
            survey=survey_of(state),
            plan=remaining_plan(last, directories),
            last_plan=digest_record(last),
            directories=new,
            paths=tuple(directory.path for directory in directories),
            boundaries=state.boundaries(),
            default_turns=DEFAULT_TURNS,
            memory=index_block(state.memory),
        )

    def parts(self, briefing: PlanUpdateBriefing) -> tuple[PlanUpdateBriefing, ...]:
        """When the new directories do not fit into one prompt."""
        order = {path: number for number, path in enumerate(in_tree_order(briefing.paths))}
        new = sorted(briefing.directories, key=lambda directory: order[directory.path])
        pieces = [Piece(each.path, len(directory_line(each)) + 1) for each in new]
        if sum(piece.size for piece in pieces) <= PROMPT_LIMITS.directories_characters:
            return ()
        groups = split(pieces, PROMPT_LIMITS.directories_characters)
        parts = (tuple(new[position] for position in group) for group in groups)
        return tuple(
            briefing.model_copy(
                update={"directories": part, "scope": title(each.path for each in part)}
            )
            for part in parts
        )

    def combined(
        self,
        briefing: PlanUpdateBriefing,
        results: Sequence[tuple[PlanUpdateBriefing, PlanResult]],
    ) -> PlanResult:
        plan, resolver = briefing.plan, PathResolver(briefing.paths, briefing.target_path)
        for part, result in results:
            movable = {directory.path for directory in part.directories}
            plan = merge_plan(plan, result.plan, movable, resolver).plan
        return PlanResult(
            plan=plan,
            ignored=tuple(path for _, result in results for path in result.ignored),
            gap="; ".join(f"{part.scope}: {each.gap}" for part, each in results if each.gap),
        )

    def started(self, briefing: PlanUpdateBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"placing {_new(briefing)} in the plan")

    def slots(self, briefing: PlanUpdateBriefing) -> dict[str, object]:
        return {
            "target": sanitize_name(briefing.target),
            "new_count": _new(briefing),
            "default_turns": briefing.default_turns,
            "survey": survey_block(briefing.survey),
            "boundaries": planner_boundaries(briefing.boundaries),
            "memory": briefing.memory,
            "plan": plan_block(briefing.plan),
            "directories": directories_block(briefing.directories),
        }

    def ingredients(self, briefing: PlanUpdateBriefing) -> JsonValue:
        part = [directory.path for directory in briefing.directories] if briefing.scope else []
        return [briefing.shape, briefing.last_plan, *part]

    def accept(self, briefing: PlanUpdateBriefing, submission: SubmitPlanInput) -> PlanResult:
        movable = {directory.path for directory in briefing.directories}
        resolver = PathResolver(briefing.paths, briefing.target_path)
        merged = merge_plan(briefing.plan, submission.record(), movable, resolver)
        ignored = tuple(f"{path} (is not among the new directories)" for path in merged.ignored)
        return PlanResult(plan=merged.plan, ignored=ignored)

    def fallback(self, briefing: PlanUpdateBriefing, gap: str) -> PlanResult:
        text = f"the new directories are in no plan and get the default: {gap}"
        return PlanResult(plan=briefing.plan, gap=text)


PLAN_UPDATE = PlanUpdatePass()


def _new(briefing: PlanUpdateBriefing) -> str:
    return formats.pluralize(len(briefing.directories), "new directory", "new directories")


def plan_of(state: RunState) -> PlanResult:
    """The plan of a run: made or updated in it, that of the last run, or the default one."""
    for step in (PLAN_UPDATE, PLAN):
        if result := state.results.get(step.name):
            planned: PlanResult = result
            return planned
    if state.last_plan is not None:
        return PlanResult(plan=remaining_plan(state.last_plan, state.snapshot.directories))
    return PlanResult(plan=Plan())
