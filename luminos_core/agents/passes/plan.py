"""Where depth pays, decided from the survey, the tree and the counts."""

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import converse
from luminos_core.agents.prompt_blocks import signals_block, survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import render
from luminos_core.errors import Interrupted
from luminos_core.records.base import Record
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import Plan
from luminos_core.text.sanitize import sanitize_name, sanitize_text, truncate_lines
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_plan import SubmitPlanInput
from luminos_core.tools.tool import AgentState

_TURNS = 3


class PlanResult(Record):
    """With a `gap`, which says why, `plan` is what stands in for one: the default, or what an
    earlier run left."""

    plan: Plan
    ignored: tuple[str, ...] = ()  # what was listed and not followed, with the reason
    gap: str = ""


def plan(briefing: PlanBriefing, context: AgentContext) -> PlanResult:
    """Ask for a plan. A failure is a gap, and the audit goes on as if there were no planning;
    only Interrupted and SettingsError are raised."""
    outcome = converse(_agent_task(briefing, context), context)
    if isinstance(outcome.failure, Interrupted):
        raise outcome.failure
    if isinstance(outcome.submission, SubmitPlanInput):
        return PlanResult(plan=outcome.submission.record())
    gap = f"no plan was made: {outcome.reason}"
    return PlanResult(plan=default_plan(), gap=gap)


def default_plan() -> Plan:
    """Every directory in the default tier, leaf-first."""
    return Plan()


def _agent_task(briefing: PlanBriefing, context: AgentContext) -> AgentTask:
    return AgentTask(
        pass_name=Pass.PLAN,
        label="(plan)",
        system=render("plan_system"),
        task=render(
            "plan_task",
            target=sanitize_name(briefing.target),
            directory_count=f"{len(briefing.directories):,}",
            default_turns=briefing.default_turns,
            turn_budget=f"{briefing.turn_budget:,}",
            survey=survey_block(briefing.survey),
            signals=signals_block(briefing.signals),
            tree=sanitize_text(briefing.tree, PROMPT_LIMITS.plan_tree_characters),
            stored=_stored(briefing),
        ),
        briefing=briefing,
        tools=TOOLS_BY_PASS[Pass.PLAN],
        tool_context=context.tool_context(".", AgentState()),
        turns=_TURNS,
    )


def _stored(briefing: PlanBriefing) -> str:
    paths = (sanitize_name(path) for path in briefing.stored)
    limit = PROMPT_LIMITS.stored_paths_characters
    return truncate_lines(paths, limit, "... and {count} more") or "(none)"
