"""A plan kept from an earlier run, in which only the new directories are merged."""

from collections.abc import Sequence

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import converse
from luminos_core.agents.passes.plan import PlanResult
from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_blocks import directories_block, plan_block
from luminos_core.agents.planning.plan_merge import keep_existing, merge_plan, normalize_paths
from luminos_core.agents.prompt_blocks import survey_block
from luminos_core.agents.prompts.rendering import render
from luminos_core.errors import Interrupted
from luminos_core.records.briefing import PlanBriefing, ReplanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import KeptPlan, Plan
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_plan import SubmitPlanInput
from luminos_core.tools.tool import AgentState

TEXTS = ("plan_update_system", "plan_update_task")
_TURNS = 3
_MOST_NEW = 0.5  # of the directories; with more of them the target is another one
_PLACED = "is not among the new directories"


def replan(
    briefing: PlanBriefing, kept: KeptPlan, target: str, context: AgentContext
) -> PlanResult:
    """The kept plan for the directories that there are now; no model is asked when none is new.
    A failure is a gap, with which the new ones get the default; only Interrupted and
    SettingsError are raised. `target` is the absolute real path."""
    standing = remaining_plan(kept, briefing.directories)
    new = new_directories(kept, briefing.directories)
    if not new:
        return PlanResult(plan=standing)
    outcome = converse(_agent_task(briefing, standing, new, context), context)
    if isinstance(outcome.failure, Interrupted):
        raise outcome.failure
    if not isinstance(outcome.submission, SubmitPlanInput):
        gap = f"the new directories are in no plan and get the default: {outcome.reason}"
        return PlanResult(plan=standing, gap=gap)
    movable = {directory.path for directory in new}
    listed = outcome.submission.record()
    path_resolver = PathResolver([directory.path for directory in briefing.directories], target)
    merged = merge_plan(standing, listed, movable, path_resolver)
    ignored = tuple(f"{path} ({_PLACED})" for path in merged.ignored)
    return PlanResult(plan=merged.plan, ignored=ignored)


def can_be_kept(kept: KeptPlan, directories: Sequence[DirectoryRecord]) -> bool:
    """Whether so few directories are new that they can be placed in the plan there is."""
    return len(new_directories(kept, directories)) <= _MOST_NEW * len(directories)


def remaining_plan(kept: KeptPlan, directories: Sequence[DirectoryRecord]) -> Plan:
    """The kept plan as far as it is about `directories`."""
    return keep_existing(kept.plan, {directory.path for directory in directories})


def new_directories(
    kept: KeptPlan, directories: Sequence[DirectoryRecord]
) -> tuple[DirectoryRecord, ...]:
    """Those of `directories` that the plan was not made for."""
    known = frozenset(kept.directories)
    return tuple(directory for directory in directories if directory.path not in known)


def keep(plan: Plan, directories: Sequence[DirectoryRecord], target: str, asking: str) -> KeptPlan:
    """`plan`, which was made for `directories`, as the next run finds it."""
    paths = sorted(directory.path for directory in directories)
    normalized = normalize_paths(plan, PathResolver(paths, target))
    return KeptPlan(plan=normalized, directories=tuple(paths), asking=asking)


def _agent_task(
    briefing: PlanBriefing,
    standing: Plan,
    new: tuple[DirectoryRecord, ...],
    context: AgentContext,
) -> AgentTask:
    told = ReplanBriefing(
        target=briefing.target,
        survey=briefing.survey,
        plan=standing,
        directories=new,
        default_turns=briefing.default_turns,
    )
    return AgentTask(
        pass_name=Pass.PLAN,
        label="(re-plan)",
        system=render("plan_update_system"),
        task=_task(told),
        briefing=told,
        tools=TOOLS_BY_PASS[Pass.PLAN],
        tool_context=context.tool_context(".", AgentState()),
        turns=_TURNS,
    )


def _task(briefing: ReplanBriefing) -> str:
    return render(
        "plan_update_task",
        target=sanitize_name(briefing.target),
        new_count=formats.pluralize(len(briefing.directories), "new directory", "new directories"),
        default_turns=briefing.default_turns,
        survey=survey_block(briefing.survey),
        plan=plan_block(briefing.plan),
        directories=directories_block(briefing.directories),
    )
