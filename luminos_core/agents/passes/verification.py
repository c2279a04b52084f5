"""The review of what agents claim, by reviewers who see the claim and the code alone."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.call_pattern import CallPattern, text_tokens, tokens
from luminos_core.agents.estimate.model_profile import SEARCH_RESULT, TOOL_CALL, ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import Incomplete, Pass, Stage
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.run_state import RunState
from luminos_core.agents.tiers import TIERS
from luminos_core.agents.verification.briefing import (
    VerificationBriefing,
    claim_block,
    lens,
    reviewers_of,
)
from luminos_core.agents.verification.claims import claims_of, hint_claims
from luminos_core.digest import digest_record
from luminos_core.external.agreement import agreed
from luminos_core.flags.answers import raised_flags, with_answers
from luminos_core.records.event import PhaseStarted
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.settings import ModelTier
from luminos_core.records.verification import Claim, Review, Verification
from luminos_core.redaction.redact import redact
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name
from luminos_core.text.tree_paths import parent_of
from luminos_core.tools.registry import VERIFICATION_TOOLS
from luminos_core.tools.submit_verdict import SubmitVerdictInput

_CODE = tokens(7_000)  # of what is shown around a claim, on average
# A directory with as much text, of a usual model; one with less has fewer.
_TEXT = tokens(6_000)
_CLAIMS = {Severity.CRITICAL: 0.04, Severity.CONCERN: 0.22, Severity.INFO: 0.3}
_LEFT_OPEN = 0.3  # of the hints, by a usual model


class VerificationPass(Pass[VerificationBriefing, Verification]):
    stage = Stage.AFTER_DIRECTORIES
    tier = ModelTier.DEVELOPMENT
    turns = 4
    prompts = Prompts("verification")
    tools = VERIFICATION_TOOLS
    result = Verification
    has_slice = True
    adds_parts = True
    calls_again = True
    shares_prefix = True

    @abstractmethod
    def flags(self, state: RunState) -> Iterable[Flag]:
        """Those among which the claims are."""

    def hints(self, state: RunState) -> Iterable[Flag]:
        """Those that nobody has decided."""
        return ()

    def claimed(self, state: RunState) -> tuple[Claim, ...]:
        """Without their code."""
        reviewed = TIERS[state.complexity.tier].reviewed
        return (*claims_of(self.flags(state), reviewed), *hint_claims(self.hints(state)))

    def reviews_wanted(self, state: RunState) -> int:
        """Of the claims that are made by now."""
        whole = self._briefing(state, self.claimed(state))
        return sum(map(whole.reviewers_of, whole.claims))

    def briefing(self, state: RunState) -> VerificationBriefing | None:
        whole = self._briefing(state, state.claims.get(self.name, ()))
        claims = tuple(claim for claim in whole.claims if whole.reviewers_of(claim))
        return whole.model_copy(update={"claims": claims}) if claims else None

    def _briefing(self, state: RunState, claims: tuple[Claim, ...]) -> VerificationBriefing:
        return VerificationBriefing(
            target=state.snapshot.name,
            claims=claims,
            reviewers=reviewers_of(state.settings, state.complexity.tier),
            hint_reviewers=state.settings.hint_reviewers,
        )

    def parts(self, briefing: VerificationBriefing) -> tuple[VerificationBriefing, ...]:
        return tuple(
            briefing.model_copy(update={"claims": (claim,), "reviewer": number})
            for claim in briefing.claims
            for number in range(1, briefing.reviewers_of(claim) + 1)
        )

    def combined(
        self,
        briefing: VerificationBriefing,
        results: Sequence[tuple[VerificationBriefing, Verification]],
    ) -> Verification:
        gaps = [result.gap for _, result in results if result.gap]
        made = f"{len(gaps)} of {formats.pluralize(len(results), 'review')}"
        return Verification(
            reviews=tuple(review for _, result in results for review in result.reviews),
            gap=f"{made} could not be made: {'; '.join(dict.fromkeys(gaps))}" if gaps else "",
        )

    def started(self, briefing: VerificationBriefing) -> PhaseStarted:
        return PhaseStarted(phase=self.name, text=f"reviewing {briefing.scope}")

    def slots(self, briefing: VerificationBriefing) -> dict[str, object]:
        (claim,) = briefing.claims
        several = briefing.reviewers_of(claim) > 1
        return {
            "target": sanitize_name(briefing.target),
            "turns": self.turns,
            "lens": lens(briefing.reviewer) if several else "",
            "claim": claim_block(claim),
            "code": claim.code or "(the claim is about no single file; read what it names)",
        }

    def ingredients(self, briefing: VerificationBriefing) -> JsonValue:
        """What is shown. The code is a part of the claim."""
        claims: list[JsonValue] = [digest_record(claim) for claim in briefing.claims]
        return [briefing.target, claims, briefing.reviewer, len(briefing.reviewers)]

    def agent_task(self, briefing: VerificationBriefing, context: AgentContext) -> AgentTask:
        """Its conversation is named by its reviewer: two may be asked in the same words."""
        task = super().agent_task(briefing, context)
        return replace(task, to_read=None, name=self.cache_key(briefing, context.model_id))

    def conclude(
        self,
        briefing: VerificationBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> Verification:
        """A reviewer that answers, and not as it should, has no opinion: that is a result."""
        result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        return result.model_copy(update={"gap": ""}) if outcome.failure is None else result

    def accept(
        self, briefing: VerificationBriefing, submission: SubmitVerdictInput
    ) -> Verification:
        review = Review(
            claim=briefing.claims[0].id,
            reviewer=briefing.reviewer,
            opinion=submission.opinion,
            reason=redact(" ".join(submission.reason.split())).text,
            path=submission.path,
            line=submission.line,
            quotation=redact(submission.quotation).text,
        )
        return Verification(reviews=(review,))

    def fallback(self, briefing: VerificationBriefing, gap: str) -> Verification:
        reviews = tuple(
            Review(claim=claim.id, reviewer=briefing.reviewer, reason=gap)
            for claim in briefing.claims
        )
        return Verification(reviews=reviews, gap=gap)

    def answer_tokens(self, briefing: VerificationBriefing, profile: ModelProfile) -> float:
        return 150 * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """Before the directories, of the claims that a usual model makes; those that are known
        already are in the briefing."""
        briefing = work.briefings.get(self.name)
        known = self.parts(briefing) if isinstance(briefing, VerificationBriefing) else ()
        for part in known:
            yield self._pattern(text_tokens(self.prompts.task(**self.slots(part))), profile)
        for _ in range(ceil(self.expected(work) * profile.verbosity)):
            yield self.review_pattern(profile)

    def review_pattern(self, profile: ModelProfile) -> CallPattern:
        """Of a claim that is not known yet."""
        return self._pattern(tokens(1_200) + _CODE, profile)

    def _pattern(self, first_message: float, profile: ModelProfile) -> CallPattern:
        """A reviewer looks further more often than a directory's agent."""
        return CallPattern(
            first_message=first_message,
            answer=TOOL_CALL + 150 * profile.verbosity,
            request=2 * TOOL_CALL,
            search_calls=min(self.turns - 1, 2 * profile.search_turns),
            search_result=2 * SEARCH_RESULT,
            is_kept=True,
        )

    def expected(self, work: RemainingWork) -> float:
        """Reviews of claims that nobody has made yet."""
        return 0.0

    def incomplete(self, result: Verification) -> Incomplete | None:
        return Incomplete(state="Gap", reason=result.gap) if result.gap else None


class DirectoryVerification(VerificationPass):
    name = "verification"

    def flags(self, state: RunState) -> Iterable[Flag]:
        """Those of agents, and the hints that they have confirmed."""
        reports = state.reports.values()
        return (*raised_flags(reports), *with_answers((), state.hints, reports).flags)

    def hints(self, state: RunState) -> Iterable[Flag]:
        """Of directories that an agent has seen, and has raised no flag of its own at the place."""
        seen = [report for report in state.reports.values() if report.state.is_settled]
        paths = {report.path for report in seen}
        asked = (hint for hint in state.hints if parent_of(hint.path) in paths)
        raised = (flag for report in seen for flag in report.flags)
        return agreed((), with_answers((), asked, seen).hints, raised).hints

    def expected(self, work: RemainingWork) -> float:
        directories = sum(min(each.text / _TEXT, 1.0) for each in work.directory_prompts)
        flags = sum(work.reviewers.get(each, 0) * n for each, n in _CLAIMS.items())
        asked = (work.hints.get(each.path, ()) for each in work.directories)
        hints = sum(len(hint_claims(each)) for each in asked)
        return directories * flags + _LEFT_OPEN * hints * work.hint_reviewers


class SynthesisVerification(VerificationPass):
    """Of what only the synthesis has seen."""

    name = "synthesis-verification"

    def flags(self, state: RunState) -> Iterable[Flag]:
        synthesis = state.results.get(SYNTHESIS.name)
        return synthesis.flags if synthesis is not None else ()


VERIFICATION = DirectoryVerification()
SYNTHESIS_VERIFICATION = SynthesisVerification()
