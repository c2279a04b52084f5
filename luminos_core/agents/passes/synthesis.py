"""The whole picture, from what was written about the directories."""

from collections.abc import Sequence

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.loop import converse
from luminos_core.agents.prompt_blocks import flags_block, languages_block, survey_block
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.agents.prompts.rendering import render
from luminos_core.agents.synthesis_blocks import coverage, marks, sections_block
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.report import Synthesis
from luminos_core.redaction.redact import redact
from luminos_core.text.sanitize import sanitize_name, truncate_lines
from luminos_core.tools.registry import TOOLS_BY_PASS
from luminos_core.tools.submit_synthesis import SubmitSynthesisInput
from luminos_core.tools.tool import AgentState

_TURNS = 5
_DETAIL_CHARACTERS = 60_000  # of a mechanical synthesis
_MORE = "... and {count} more, in the table of directories."
_NOTHING = "This audit is incomplete: no directory of the target has a summary."


def synthesize(briefing: SynthesisBriefing, context: AgentContext) -> Synthesis:
    """The model's brief and detail; when either is missing, for whatever reason, a mechanical
    synthesis that says so. Only SettingsError is raised."""
    agent_state = AgentState()
    outcome = converse(_agent_task(briefing, agent_state, context), context)
    flags = tuple(agent_state.flags)
    if isinstance(outcome.submission, SubmitSynthesisInput):
        written = outcome.submission.record()
        if written.brief and written.detailed:
            return Synthesis(
                brief=redact(written.brief).text,
                detailed=redact(written.detailed).text,
                flags=flags,
            )
    gap = f"no synthesis was written: {outcome.reason or 'its brief or its detail was empty'}"
    substitute = mechanical_synthesis(briefing, gap)
    return substitute.model_copy(update={"flags": flags})


def mechanical_synthesis(briefing: SynthesisBriefing, gap: str) -> Synthesis:
    """The summaries put together without a model: the root's, or else that of the directory
    nearest to it, as the brief; all of them as the detail. `gap` says why."""
    told = sorted(
        (report for report in briefing.reports if report.summary),
        key=lambda report: (report.path != ".", report.path),
    )
    return Synthesis(
        brief=_brief(told), detailed=_detail(told) or _NOTHING, mechanical=True, gap=gap
    )


def _agent_task(
    briefing: SynthesisBriefing, agent_state: AgentState, context: AgentContext
) -> AgentTask:
    return AgentTask(
        pass_name=Pass.SYNTHESIS,
        label="(synthesis)",
        system=render("synthesis_system"),
        task=_task(briefing, context.context_budget),
        briefing=briefing,
        tools=TOOLS_BY_PASS[Pass.SYNTHESIS],
        tool_context=context.tool_context(".", agent_state, briefing.reports),
        turns=_TURNS,
    )


def _task(briefing: SynthesisBriefing, budget: int) -> str:
    return render(
        "synthesis_task",
        target=sanitize_name(briefing.target),
        coverage=coverage(briefing.reports),
        survey=survey_block(briefing.survey),
        languages=languages_block(briefing.languages),
        flags=flags_block(briefing.flags),
        sections=sections_block(briefing.reports, sections_characters(budget)),
    )


def _brief(told: Sequence[DirectoryReport]) -> str:
    if not told:
        return _NOTHING
    return min(told, key=lambda report: (report.path != ".", report.path.count("/"))).summary


def _detail(told: Sequence[DirectoryReport]) -> str:
    paragraphs = (
        f"**{sanitize_name(report.path)}**{marks(report)}: {report.summary}\n" for report in told
    )
    return truncate_lines(paragraphs, _DETAIL_CHARACTERS, _MORE).strip()
