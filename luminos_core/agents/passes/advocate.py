"""The devil's advocate: when every member of the council says that the audit is complete, somebody
tries to show that its report is wrong."""

from collections.abc import Iterable
from dataclasses import replace

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.council import blocks
from luminos_core.agents.council.blind import blind_flag, blind_report
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
from luminos_core.agents.passes.council import COUNCIL, CouncilBriefing, gap_or_cap
from luminos_core.agents.passes.definition import Incomplete, Pass, Stage
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.agents.synthesis_blocks import coverage
from luminos_core.digest import digest_record
from luminos_core.errors import MoneyExhausted
from luminos_core.flags.groups import group_flags
from luminos_core.records.base import Record
from luminos_core.records.council import Challenge
from luminos_core.records.directory import DirectoryReport, LeftOut
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag
from luminos_core.records.report import Synthesis
from luminos_core.records.settings import ModelTier
from luminos_core.redaction.redact import redact
from luminos_core.text.sanitize import sanitize_name, sanitize_text
from luminos_core.tools.registry import ADVOCATE_TOOLS
from luminos_core.tools.submit_challenge import SubmitChallengeInput

_HEAVIEST = 5  # flags
_ROOM = 60_000  # characters of directories
_REPORT = 40_000  # of the report
_ANSWER = 90  # tokens of a challenge


class AdvocateBriefing(Record):
    target: str
    synthesis: Synthesis
    flags: tuple[Flag, ...]  # the heaviest, with all their places
    reports: tuple[DirectoryReport, ...]  # blind, as the flags
    left_out: tuple[LeftOut, ...]


class AdvocatePass(Pass[AdvocateBriefing, Challenge]):
    name = "advocate"
    stage = Stage.AFTER_DIRECTORIES
    tier = ModelTier.PLANNING
    turns = 5
    prompts = Prompts("advocate")
    tools = ADVOCATE_TOOLS
    result = Challenge
    calls_again = True

    def briefing(self, state: RunState) -> AdvocateBriefing | None:
        """None unless all members of the council agree, and the report that they agree on is
        written and was not challenged yet."""
        written = state.results.get(SYNTHESIS.name)
        council = state.council
        if council is None or not council.is_unanimous or council.challenge is not None:
            return None
        if written is None or written.mechanical:
            return None
        found = SYNTHESIS.briefing(state)
        groups = group_flags((*written.flags, *found.flags))[:_HEAVIEST]
        return AdvocateBriefing(
            target=found.target,
            synthesis=written,
            flags=tuple(blind_flag(flag) for group in groups for flag in group.flags),
            reports=tuple(map(blind_report, found.reports)),
            left_out=found.left_out,
        )

    def started(self, briefing: AdvocateBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text="challenging the report")

    def slots(self, briefing: AdvocateBriefing) -> dict[str, object]:
        written = briefing.synthesis
        return {
            "target": sanitize_name(briefing.target),
            "turns": self.turns,
            "coverage": coverage(briefing.reports, briefing.left_out),
            "report": sanitize_text(f"{written.brief}\n\n{written.detailed}", _REPORT),
            "flags": blocks.flags_found(briefing.flags, _ROOM),
            "directories": blocks.directory_lines(briefing.reports, _ROOM),
        }

    def ingredients(self, briefing: AdvocateBriefing) -> JsonValue:
        """What it is shown, and what its tools show."""
        reports: list[JsonValue] = [digest_record(report) for report in briefing.reports]
        return [self.prompts.task(**self.slots(briefing)), reports]

    def agent_task(self, briefing: AdvocateBriefing, context: AgentContext) -> AgentTask:
        task = super().agent_task(briefing, context)
        tool_context = context.tool_context(".", task.state, briefing.reports)
        return replace(task, tool_context=tool_context)

    def conclude(
        self,
        briefing: AdvocateBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> Challenge:
        """An advocate that answers, and not as it should, is no defence of the report: that is a
        result."""
        result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        if outcome.failure is None:
            return result.model_copy(update={"gap": ""})
        if isinstance(outcome.failure, MoneyExhausted):
            return result.model_copy(update={"gap": "", "is_capped": True})
        return result

    def accept(self, briefing: AdvocateBriefing, submission: SubmitChallengeInput) -> Challenge:
        sustained = submission.sustained
        return Challenge(
            is_sustained=sustained,
            claim=redact(" ".join(submission.claim.split())).text,
            path=submission.path if sustained else "",
            line=submission.line if sustained else None,
            quotation=redact(submission.quotation).text if sustained else "",
            wanted=tuple(each.record() for each in submission.wanted) if sustained else (),
        )

    def fallback(self, briefing: AdvocateBriefing, gap: str) -> Challenge:
        return Challenge(claim=f"no valid answer: {gap}", gap=gap)

    def answer_tokens(self, briefing: AdvocateBriefing, profile: ModelProfile) -> float:
        return _ANSWER * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """Whenever there may be a vote: a usual council agrees."""
        is_voted = isinstance(work.briefings.get(COUNCIL.name), CouncilBriefing)
        if not (is_voted or self.name in work.briefings):
            return
        count = len(work.directories) + work.cached
        shown = min(count * (60 + min(profile.summary, 200)), _ROOM) + 6_000 * profile.verbosity
        yield CallPattern(
            first_message=TASK + GUIDANCE / 2 + tokens(shown),
            answer=TOOL_CALL + _ANSWER * profile.verbosity,
            request=2 * TOOL_CALL,
            search_calls=profile.search_turns / 2,
            search_result=2 * SEARCH_RESULT,
            is_kept=True,
        )

    def incomplete(self, result: Challenge) -> Incomplete | None:
        return gap_or_cap(result)


ADVOCATE = AdvocatePass()
