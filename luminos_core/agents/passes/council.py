"""One vote of the completion council: each member is a conversation of its own, and sees what was
found through one lens."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.council import blocks
from luminos_core.agents.council.blind import blind_flag, blind_report
from luminos_core.agents.council.decide import lens_of
from luminos_core.agents.estimate.call_pattern import CallPattern, tokens
from luminos_core.agents.estimate.directory_calls import directory_calls
from luminos_core.agents.estimate.model_profile import (
    GUIDANCE,
    SEARCH_RESULT,
    TASK,
    TOOL_CALL,
    ModelProfile,
)
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import Incomplete, Pass, Stage
from luminos_core.agents.passes.survey import survey_of
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.prompt_blocks import flag_lines, survey_block
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.requirements.findings import findings_of
from luminos_core.agents.run_state import RunState
from luminos_core.agents.synthesis_blocks import coverage
from luminos_core.digest import digest_record
from luminos_core.errors import MoneyExhausted
from luminos_core.records.base import Record
from luminos_core.records.council import Ballot, Ballots, Challenge, Lens, Vote
from luminos_core.records.directory import DirectoryReport, DirectoryState, LeftOut
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag
from luminos_core.records.requirement import Findings
from luminos_core.records.settings import ModelTier
from luminos_core.records.survey import Survey
from luminos_core.redaction.redact import redact
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.registry import COUNCIL_TOOLS
from luminos_core.tools.submit_vote import SubmitVoteInput

_ROOM = 100_000  # characters of directories; a quarter of it of flags
_ASKED_AGAIN = 5  # of so many directories one is, at most
_ANSWER = 80  # tokens of a vote


class CouncilBriefing(Record):
    """What all members are shown; of a part, which of them it is."""

    target: str
    members: int
    member: int = 0  # from 1
    survey: Survey | None
    reports: tuple[DirectoryReport, ...]  # blind, as the flags
    left_out: tuple[LeftOut, ...]
    flags: tuple[Flag, ...]
    requirements: Findings | None

    @property
    def scope(self) -> str:
        """The name of a part's step."""
        return f"{lens_of(self.member)}, member {self.member}" if self.member else ""


class CouncilPass(Pass[CouncilBriefing, Ballots]):
    name = "council"
    stage = Stage.AFTER_DIRECTORIES
    tier = ModelTier.DEVELOPMENT
    turns = 4
    prompts = Prompts("council")
    tools = COUNCIL_TOOLS
    result = Ballots
    calls_again = True
    shares_prefix = True

    def briefing(self, state: RunState) -> CouncilBriefing | None:
        """None when there is none, when it has ended, or while directories are to come."""
        members = state.settings.council_members
        if not members or state.council or is_deferred(state):
            return None
        found = SYNTHESIS.briefing(state)
        return CouncilBriefing(
            target=found.target,
            members=members,
            survey=survey_of(state),
            reports=tuple(map(blind_report, found.reports)),
            left_out=found.left_out,
            flags=tuple(map(blind_flag, found.flags)),
            requirements=findings_of(state),
        )

    def parts(self, briefing: CouncilBriefing) -> tuple[CouncilBriefing, ...]:
        """Its members. One is not sent what another one is shown."""
        return tuple(
            briefing.model_copy(update={"member": number})
            for number in range(1, briefing.members + 1)
        )

    def combined(
        self, briefing: CouncilBriefing, results: Sequence[tuple[CouncilBriefing, Ballots]]
    ) -> Ballots:
        gaps = dict.fromkeys(result.gap for _, result in results if result.gap)
        return Ballots(
            ballots=tuple(ballot for _, result in results for ballot in result.ballots),
            is_capped=any(result.is_capped for _, result in results),
            gap=f"not every member could be asked: {'; '.join(gaps)}" if gaps else "",
        )

    def started(self, briefing: CouncilBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"voting on the audit: {briefing.scope}")

    def slots(self, briefing: CouncilBriefing) -> dict[str, object]:
        lens, reports = lens_of(briefing.member), briefing.reports
        is_evidence = lens is Lens.EVIDENCE
        shown = blocks.directory_sections if is_evidence else blocks.directory_lines
        requirements = blocks.requirement_lines(briefing.requirements, _ROOM // 4)
        left_out = blocks.directories_left_out(briefing.left_out)
        return {
            "target": sanitize_name(briefing.target),
            "turns": self.turns,
            "lens": lens.value,
            "coverage": coverage(reports, briefing.left_out),
            "survey": survey_block(briefing.survey),
            "requirements": requirements if lens is Lens.REQUIREMENTS else "",
            "flags": ""
            if lens is Lens.COVERAGE
            else blocks.flags_found(briefing.flags, _ROOM // 4),
            "left_out": "" if is_evidence else left_out,
            "directories": shown(reports, _ROOM),
        }

    def ingredients(self, briefing: CouncilBriefing) -> JsonValue:
        """What it is shown, and what its tools show."""
        reports: list[JsonValue] = [digest_record(report) for report in briefing.reports]
        return [briefing.member, self.prompts.task(**self.slots(briefing)), reports]

    def agent_task(self, briefing: CouncilBriefing, context: AgentContext) -> AgentTask:
        """Its conversation is named by its member: two may be asked in the same words."""
        task = super().agent_task(briefing, context)
        tool_context = context.tool_context(".", task.state, briefing.reports)
        name = self.cache_key(briefing, context.model_id)
        return replace(task, tool_context=tool_context, name=name)

    def conclude(
        self,
        briefing: CouncilBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> Ballots:
        """A member that answers, and not as it should, cannot validate: that is a result."""
        result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        if outcome.failure is None:
            return result.model_copy(update={"gap": ""})
        unasked = _ballot(briefing, Vote.CANNOT_VALIDATE, f"not asked: {outcome.reason}")
        is_capped = isinstance(outcome.failure, MoneyExhausted)
        gap = "" if is_capped else result.gap
        return Ballots(ballots=(unasked,), is_capped=is_capped, gap=gap)

    def accept(self, briefing: CouncilBriefing, submission: SubmitVoteInput) -> Ballots:
        asks = submission.vote is Vote.CONTINUE
        ballot = _ballot(briefing, submission.vote, redact(submission.reason).text)
        wanted = tuple(each.record() for each in submission.wanted) if asks else ()
        return Ballots(ballots=(ballot.model_copy(update={"wanted": wanted}),))

    def fallback(self, briefing: CouncilBriefing, gap: str) -> Ballots:
        members = self.parts(briefing) if not briefing.member else (briefing,)
        ballots = (
            _ballot(each, Vote.CANNOT_VALIDATE, f"no valid answer: {gap}") for each in members
        )
        return Ballots(ballots=tuple(ballots), gap=gap)

    def answer_tokens(self, briefing: CouncilBriefing, profile: ModelProfile) -> float:
        return _ANSWER * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """One vote. Further ones come with directories that are asked again, which a council that
        agrees at once never has; what these cost is counted here and spent on directories."""
        briefing = work.briefings.get(self.name)
        if not isinstance(briefing, CouncilBriefing):
            return
        rounds = 3 if profile.goes_on else 1
        flags = sum(len(line) for found in work.flags.values() for line in flag_lines(found))
        patterns = {lens: self._pattern(work, lens, flags, profile) for lens in Lens}
        for member in range(1, rounds * briefing.members + 1):
            yield patterns[lens_of(member)]
        for prompt in work.directory_prompts[::_ASKED_AGAIN] if profile.goes_on else ():
            yield directory_calls(prompt, profile, work.context_budget)

    def _pattern(
        self, work: RemainingWork, lens: Lens, flags: int, profile: ModelProfile
    ) -> CallPattern:
        """`flags`: characters that all of them take."""
        count = len(work.directories) + work.cached
        line = 60 + (profile.summary if lens is Lens.EVIDENCE else min(profile.summary, 200))
        shown = min(count * line, _ROOM) + (min(flags, _ROOM // 4) if lens != Lens.COVERAGE else 0)
        return CallPattern(
            first_message=TASK + GUIDANCE / 2 + tokens(shown),
            answer=TOOL_CALL + _ANSWER * profile.verbosity,
            request=2 * TOOL_CALL,
            search_calls=profile.search_turns / 4,
            search_result=2 * SEARCH_RESULT,
            is_kept=True,
        )

    def incomplete(self, result: Ballots) -> Incomplete | None:
        return gap_or_cap(result)


COUNCIL = CouncilPass()


def gap_or_cap(result: Ballots | Challenge) -> Incomplete | None:
    """Why what the council, or its advocate, has to say is not all there."""
    if result.gap:
        return Incomplete(state="Gap", reason=result.gap)
    why = "the cap has no room for it"
    return Incomplete(state="Capped", reason=why) if result.is_capped else None


def is_deferred(state: RunState) -> bool:
    """Whether directories are to come, in this run or the next."""
    states = {report.state for report in state.reports.values()}
    states |= {each.state for each in state.left_out}
    return DirectoryState.DEFERRED in states


def _ballot(briefing: CouncilBriefing, vote: Vote, reason: str) -> Ballot:
    text = " ".join(reason.split())
    return Ballot(member=briefing.member, lens=lens_of(briefing.member), vote=vote, reason=text)
