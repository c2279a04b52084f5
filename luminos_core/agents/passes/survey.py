"""What the target as a whole is, from counts and names."""

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import converse
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.prompt_blocks import languages_block, signals_block
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
from luminos_core.agents.prompts.rendering import render
from luminos_core.errors import Interrupted
from luminos_core.records.base import Record
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.survey import Survey
from luminos_core.text.sanitize import sanitize_name, sanitize_text
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_survey import SubmitSurveyInput
from luminos_core.tools.tool import AgentState

_TURNS = 3


class SurveyResult(Record):
    """`survey` is None exactly when `gap` says why."""

    survey: Survey | None
    gap: str = ""


def survey(briefing: SurveyBriefing, context: AgentContext) -> SurveyResult:
    """Ask for a survey. A failure is a gap, with which the audit goes on; only Interrupted and
    SettingsError are raised."""
    outcome = converse(_agent_task(briefing, context), context)
    if isinstance(outcome.failure, Interrupted):
        raise outcome.failure
    if isinstance(outcome.submission, SubmitSurveyInput):
        return SurveyResult(survey=outcome.submission.record())
    return SurveyResult(survey=None, gap=_gap(outcome))


def needs_survey(snapshot: Snapshot, settings: Settings) -> bool:
    """Whether the target is large enough to be surveyed and planned: in files or directories."""
    return (
        snapshot.file_count >= settings.survey_min_files
        or len(snapshot.directories) >= settings.survey_min_directories
    )


def default_survey() -> Survey:
    """Of a target too small to survey. Its confidence is 0, so that it takes no tool away."""
    return Survey(
        description="A small target: a handful of files, not surveyed.",
        approach="Read every file; there are few.",
        confidence=0.0,
    )


def _agent_task(briefing: SurveyBriefing, context: AgentContext) -> AgentTask:
    return AgentTask(
        pass_name=Pass.SURVEY,
        label="(survey)",
        system=render("survey_system"),
        task=render(
            "survey_task",
            target=sanitize_name(briefing.target),
            directory_count=f"{briefing.directory_count:,}",
            signals=signals_block(briefing.signals),
            languages=languages_block(briefing.languages),
            tree=sanitize_text(briefing.tree, PROMPT_LIMITS.survey_tree_characters),
            tools=", ".join(briefing.tools),
        ),
        briefing=briefing,
        tools=TOOLS_BY_PASS[Pass.SURVEY],
        tool_context=context.tool_context(".", AgentState()),
        turns=_TURNS,
    )


def _gap(outcome: Outcome) -> str:
    return f"no survey was made: {outcome.reason}"
