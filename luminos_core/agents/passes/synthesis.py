"""The brief and the detailed report of a whole run."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.boundary_blocks import boundaries_block
from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.call_pattern import CallPattern, tokens
from luminos_core.agents.estimate.model_profile import (
    GUIDANCE,
    SEARCH_RESULT,
    TASK,
    TOOL_CALL,
    ModelProfile,
)
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import Pass, Stage
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.prompt_blocks import flag_lines, languages_block, survey_block
from luminos_core.agents.prompt_limits import sections_characters
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.agents.synthesis_blocks import (
    coverage,
    left_out_block,
    left_out_counts,
    marks,
    partial_syntheses_block,
    sections_block,
    worst_flags_block,
)
from luminos_core.agents.synthesis_parts import partial, parts_of
from luminos_core.agents.tiers import TIERS
from luminos_core.agents.verification.decided import decided
from luminos_core.agents.verification.verdicts import verifications
from luminos_core.cache.target_digest import synthesis_ingredients
from luminos_core.errors import Interrupted
from luminos_core.flags.ranking import without_doubted
from luminos_core.offline.synthesis import synthesize as synthesize_offline
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag
from luminos_core.records.report import Synthesis
from luminos_core.records.settings import ModelTier
from luminos_core.redaction.redact import redact
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name, truncate_lines
from luminos_core.tools.registry import SYNTHESIS_TOOLS
from luminos_core.tools.submit_synthesis import SubmitSynthesisInput

_AT_ONCE_TURNS = 2  # the second to mend what was submitted
_SECTION_HEAD = 80  # characters of a section before its summary
_SHARES = 4  # of the room: one for flags, two for partial syntheses, one for the rest
_DETAIL_CHARACTERS = 60_000  # of a synthesis without a model
_MORE = "... and {count} more, in the table of directories."
_NOTHING = "This audit is incomplete: no directory of the target has a summary."


class SynthesisPass(Pass[SynthesisBriefing, Synthesis]):
    name = "synthesis"
    stage = Stage.AFTER_DIRECTORIES
    tier = ModelTier.PLANNING
    turns = 5
    prompts = Prompts("synthesis")
    tools = SYNTHESIS_TOOLS
    result = Synthesis
    runs_offline = True
    has_slice = True
    calls_again = True  # to read reports whole

    def briefing(self, state: RunState) -> SynthesisBriefing:
        """Every report, in the tree's order, the root last, and every flag."""
        in_order = (directory.path for directory in state.snapshot.directories)
        reviews = verifications(state.results.values())
        told = decided(state.flags, state.hints, state.reports.values(), reviews)
        counted, doubted = without_doubted(told.flags)
        return SynthesisBriefing(
            target=state.snapshot.name,
            survey=survey_of(state),
            languages=state.snapshot.languages,
            reports=tuple(state.reports[path] for path in in_order if path in state.reports),
            left_out=state.left_out,
            flags=(*counted, *doubted),
            project=state.project,
            characters=sections_characters(state.settings.context_budget),
            at_once=not TIERS[state.complexity.tier].synthesis_reads_on,
        )

    def parts(self, briefing: SynthesisBriefing) -> tuple[SynthesisBriefing, ...]:
        return parts_of(briefing)

    def combined(
        self,
        briefing: SynthesisBriefing,
        results: Sequence[tuple[SynthesisBriefing, Synthesis]],
    ) -> SynthesisBriefing:
        parts = tuple(partial(part, result) for part, result in results)
        return briefing.model_copy(update={"parts": parts})

    def started(self, briefing: SynthesisBriefing) -> PhaseStarted:
        count = formats.pluralize(len(briefing.reports), "directory", "directories")
        scope = f" of {briefing.scope}" if briefing.scope else ""
        return PhaseStarted(phase=self.name, text=f"bringing together {count}{scope}")

    def slots(self, briefing: SynthesisBriefing) -> dict[str, object]:
        flags, left_out = briefing.flags, briefing.left_out
        share = briefing.characters // _SHARES
        in_parts = bool(briefing.parts)
        return {
            "target": sanitize_name(briefing.target),
            "scope": briefing.scope,
            "in_parts": in_parts,
            "at_once": briefing.at_once,
            "coverage": coverage(briefing.reports, left_out),
            "survey": survey_block(briefing.survey),
            "languages": languages_block(briefing.languages),
            "flags": worst_flags_block(flags, share if in_parts else 2 * briefing.characters),
            "boundaries": boundaries_block(briefing.reports),
            "left_out": left_out_counts(left_out) if in_parts else left_out_block(left_out),
            "sections": partial_syntheses_block(briefing.parts, 2 * share)
            if in_parts
            else sections_block(briefing.reports),
        }

    def ingredients(self, briefing: SynthesisBriefing) -> JsonValue:
        """Kept for as long as the directories' reports and the checks' flags are the same."""
        return synthesis_ingredients(briefing)

    def agent_task(self, briefing: SynthesisBriefing, context: AgentContext) -> AgentTask:
        task = super().agent_task(briefing, context)
        tool_context = context.tool_context(".", task.state, briefing.reports)
        turns = _AT_ONCE_TURNS if briefing.at_once else self.turns
        return replace(task, tool_context=tool_context, turns=turns)

    def conclude(
        self,
        briefing: SynthesisBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> Synthesis:
        """Also an interrupted synthesis has a result, since it may have raised flags."""
        if isinstance(outcome.failure, Interrupted):
            result = self.fallback(briefing, outcome.reason)
        else:
            result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        return _with_flags(result, briefing, task)

    def nothing_to_do(self, briefing: SynthesisBriefing) -> str:
        reports = briefing.reports
        known = any(each.state.is_complete or each.entry or each.files for each in reports)
        return "" if known else "no directory was investigated"

    def salvage(self, briefing: SynthesisBriefing, gap: str, task: AgentTask) -> Synthesis:
        return _with_flags(self.fallback(briefing, gap), briefing, task)

    def accept(
        self, briefing: SynthesisBriefing, submission: SubmitSynthesisInput
    ) -> Synthesis | None:
        written = submission.record()
        if not (written.brief and written.detailed):
            return None
        return Synthesis(
            brief=redact(written.brief).text,
            detailed=redact(written.detailed).text,
            gap="; ".join(f"of {part.scope}: {part.gap}" for part in briefing.parts if part.gap),
        )

    def fallback(self, briefing: SynthesisBriefing, gap: str) -> Synthesis:
        """The summaries put together without a model: that of the root, or else of the directory
        nearest to it, as the brief; all of them as the detail."""
        reports = sorted(
            (report for report in briefing.reports if report.summary),
            key=lambda report: (report.path != ".", report.path),
        )
        return Synthesis(
            brief=_nearest_summary(reports),
            detailed=_all_summaries(reports),
            flags=_of_parts(briefing),
            mechanical=True,
            gap=f"no synthesis was written: {gap}",
        )

    def answer_tokens(self, briefing: SynthesisBriefing, profile: ModelProfile) -> float:
        return 1_500 * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """None when no directory changes and the synthesis is stored."""
        if not work.directories and self.name not in work.briefings:
            return
        flags = sum(len(line) for found in work.flags.values() for line in flag_lines(found))
        count = len(work.directories) + work.cached
        facts = flags + count * (_SECTION_HEAD + profile.summary)
        parts = ceil(facts / work.synthesis_characters) if work.synthesis_characters else 1
        answer = 1_500 * profile.verbosity
        searches = 2 * profile.search_turns if TIERS[work.tier].synthesis_reads_on else 0.0
        if parts > 1:
            for _ in range(parts):
                yield _pattern(tokens(facts / parts), answer, searches)
            facts = min(flags, work.synthesis_characters / _SHARES) + 4 * parts * answer
        yield _pattern(tokens(facts), answer, searches)

    def offline(self, briefing: SynthesisBriefing, files: ScannedFiles, now: datetime) -> Synthesis:
        return synthesize_offline(briefing)


SYNTHESIS = SynthesisPass()


def _pattern(facts: float, answer: float, searches: float) -> CallPattern:
    return CallPattern(
        first_message=TASK + GUIDANCE + facts,
        answer=2 * TOOL_CALL + answer,
        request=2 * TOOL_CALL,
        search_calls=searches,
        search_result=SEARCH_RESULT,
        is_kept=SynthesisPass.calls_again,
    )


def _with_flags(result: Synthesis, briefing: SynthesisBriefing, task: AgentTask) -> Synthesis:
    return result.model_copy(update={"flags": (*_of_parts(briefing), *task.state.flags)})


def _of_parts(briefing: SynthesisBriefing) -> tuple[Flag, ...]:
    return tuple(flag for part in briefing.parts for flag in part.flags)


def _nearest_summary(reports: Sequence[DirectoryReport]) -> str:
    if not reports:
        return _NOTHING
    return min(reports, key=lambda report: (report.path != ".", report.path.count("/"))).summary


def _all_summaries(reports: Sequence[DirectoryReport]) -> str:
    paragraphs = (
        f"**{sanitize_name(report.path)}**{marks(report)}: {report.summary}\n" for report in reports
    )
    return truncate_lines(paragraphs, _DETAIL_CHARACTERS, _MORE).strip() or _NOTHING
