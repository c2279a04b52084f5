"""The plan revised once, on the way, for the directories that are not yet begun."""

from collections.abc import Collection, Sequence

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import converse
from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_blocks import assigned_block, plan_block
from luminos_core.agents.planning.plan_merge import MergedPlan, merge_plan
from luminos_core.agents.prompt_blocks import survey_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import render
from luminos_core.errors import Interrupted
from luminos_core.records.base import Record
from luminos_core.records.briefing import RevisionBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.plan import Plan
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_plan import SubmitPlanInput
from luminos_core.tools.tool import AgentState

TEXTS = ("plan_revision_system", "plan_revision_task")
_TURNS = 3


class RevisionResult(Record):
    """`listed` is None exactly when `gap` says why."""

    listed: Plan | None  # as submitted: what it lists is to be placed anew
    gap: str = ""


def revise(briefing: RevisionBriefing, context: AgentContext) -> RevisionResult:
    """Ask what should change. A failure is a gap, and the plan stands; only Interrupted and
    SettingsError are raised."""
    outcome = converse(_agent_task(briefing, context), context)
    if isinstance(outcome.failure, Interrupted):
        raise outcome.failure
    if isinstance(outcome.submission, SubmitPlanInput):
        return RevisionResult(listed=outcome.submission.record())
    gap = f"the plan was not revised: {outcome.reason}"
    return RevisionResult(listed=None, gap=gap)


def revised(
    standing: Plan,
    listed: Plan,
    not_begun: Collection[str],
    directories: Sequence[DirectoryRecord],
    target: str,
) -> MergedPlan:
    """`standing` with what is `listed` of the directories not yet begun; nothing is skipped that
    was not before. `target` is the absolute real path."""
    path_resolver = PathResolver([directory.path for directory in directories], target)
    without_skips = listed.model_copy(update={"skip_dirs": ()})
    merged = merge_plan(standing, without_skips, not_begun, path_resolver)
    ignored = (
        *(f"{path} (not to be placed any more)" for path in merged.ignored),
        *(f"{entry.path} (a revision skips nothing)" for entry in listed.skip_dirs),
    )
    return MergedPlan(plan=merged.plan, ignored=ignored)


def _agent_task(briefing: RevisionBriefing, context: AgentContext) -> AgentTask:
    return AgentTask(
        pass_name=Pass.PLAN,
        label="(plan revision)",
        system=render("plan_revision_system"),
        task=_task(briefing),
        briefing=briefing,
        tools=TOOLS_BY_PASS[Pass.PLAN],
        tool_context=context.tool_context(".", AgentState()),
        turns=_TURNS,
    )


def _task(briefing: RevisionBriefing) -> str:
    return render(
        "plan_revision_task",
        target=sanitize_name(briefing.target),
        total=formats.pluralize(briefing.total, "directory", "directories"),
        done=f"{briefing.done:,}",
        remaining=f"{len(briefing.directories):,}",
        survey=survey_block(briefing.survey),
        plan=plan_block(briefing.plan),
        contradictions=_contradictions(briefing.contradictions),
        directories=assigned_block(briefing.directories, briefing.assignments),
    )


def _contradictions(lines: Sequence[str]) -> str:
    limit = PROMPT_LIMITS.contradiction_characters
    shown = (f"- {sanitize_line(line, limit)}" for line in lines)
    return truncate_lines(shown, PROMPT_LIMITS.contradictions_characters, "- and {count} more")
