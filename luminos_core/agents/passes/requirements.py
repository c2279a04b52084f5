"""Requirements without a check: a model reads the code, and its places are looked up."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.call_pattern import CallPattern, text_tokens, tokens
from luminos_core.agents.estimate.model_profile import (
    SEARCH_RESULT,
    TASK,
    TOOL_CALL,
    ModelProfile,
)
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import Pass, Stage
from luminos_core.agents.passes.requirement_inference import REQUIREMENT_INFERENCE
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.requirements.answers import looked_up, unanswered, with_sent_back
from luminos_core.agents.requirements.findings import findings_of, unchecked
from luminos_core.agents.run_state import RunState
from luminos_core.cache.target_digest import content_digest
from luminos_core.records.base import Record
from luminos_core.records.event import PhaseStarted
from luminos_core.records.requirement import (
    Requirement,
    RequirementAnswer,
    RequirementAnswers,
    RequirementState,
)
from luminos_core.records.settings import ModelTier
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_line, sanitize_name, truncate_lines
from luminos_core.tools.registry import REQUIREMENT_TOOLS
from luminos_core.tools.submit_requirements import SubmitRequirementsInput

_AT_ONCE = 6  # in one conversation
_TEXT = 600  # characters of a requirement
_SUMMARY = 200  # and of a directory's summary
_SUMMARIES = 40_000  # of all together
_EXPECTED = 2  # conversations, where it is not known yet what is required


class RequirementsBriefing(Record):
    target: str
    content: str  # digest of the target's
    file: str  # that holds the requirements, when it lies in the target
    asked: tuple[Requirement, ...]
    summaries: tuple[str, ...] = ()  # a line a directory
    is_part: bool = False

    @property
    def scope(self) -> str:
        """The name of a part's step."""
        ids = [each.id for each in self.asked]
        return f"{ids[0]} to {ids[-1]}" if self.is_part else ""


class RequirementsPass(Pass[RequirementsBriefing, RequirementAnswers]):
    name = "requirements"
    stage = Stage.AFTER_DIRECTORIES
    tier = ModelTier.DEVELOPMENT
    turns = 10
    prompts = Prompts("requirements")
    tools = REQUIREMENT_TOOLS
    result = RequirementAnswers
    has_slice = True
    calls_again = True
    shares_prefix = True

    def briefing(self, state: RunState) -> RequirementsBriefing | None:
        """None when checks tell all that is required."""
        findings = findings_of(state)
        asked = unchecked(findings) if findings else ()
        if findings is None or not asked:
            return None
        reports = sorted(state.reports.values(), key=lambda report: report.path)
        return RequirementsBriefing(
            target=state.snapshot.name,
            content=content_digest(state.snapshot),
            file=findings.file,
            asked=asked,
            summaries=tuple(
                f"- {sanitize_name(each.path)}: {sanitize_line(each.summary, _SUMMARY)}"
                for each in reports
                if each.summary
            ),
        )

    def parts(self, briefing: RequirementsBriefing) -> tuple[RequirementsBriefing, ...]:
        """When one conversation would have to find too much."""
        asked = briefing.asked
        if len(asked) <= _AT_ONCE:
            return ()
        groups = (asked[start : start + _AT_ONCE] for start in range(0, len(asked), _AT_ONCE))
        return tuple(
            briefing.model_copy(update={"asked": group, "is_part": True}) for group in groups
        )

    def combined(
        self,
        briefing: RequirementsBriefing,
        results: Sequence[tuple[RequirementsBriefing, RequirementAnswers]],
    ) -> RequirementAnswers:
        return RequirementAnswers(
            answers=tuple(answer for _, result in results for answer in result.answers),
            gap="; ".join(f"{part.scope}: {each.gap}" for part, each in results if each.gap),
        )

    def started(self, briefing: RequirementsBriefing) -> PhaseStarted:
        count = formats.pluralize(len(briefing.asked), "requirement")
        return PhaseStarted(phase=self.name, text=f"reading the code for {count}")

    def slots(self, briefing: RequirementsBriefing) -> dict[str, object]:
        asked = (f"- {each.id}: {sanitize_line(each.text, _TEXT)}" for each in briefing.asked)
        return {
            "target": sanitize_name(briefing.target),
            "turns": self.turns,
            "requirements": "\n".join(asked),
            "directories": truncate_lines(
                briefing.summaries, _SUMMARIES, "... and {count} more directories"
            )
            or "(none)",
        }

    def ingredients(self, briefing: RequirementsBriefing) -> JsonValue:
        """What may be read. The summaries only say where to begin."""
        asked: list[JsonValue] = [[each.id, each.text, each.source] for each in briefing.asked]
        return [briefing.content, briefing.file, asked]

    def conclude(
        self,
        briefing: RequirementsBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> RequirementAnswers:
        """A model that answers, and not as it should, leaves them unknown: that is a result."""
        outcome = with_sent_back(outcome, task, SubmitRequirementsInput)
        result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        own = {each.id: each.source or briefing.file for each in briefing.asked}
        answers = tuple(looked_up(each, own[each.id], context.files) for each in result.answers)
        gap = "" if outcome.failure is None else result.gap
        return RequirementAnswers(answers=answers, gap=gap)

    def accept(
        self, briefing: RequirementsBriefing, submission: SubmitRequirementsInput
    ) -> RequirementAnswers:
        """Each requirement with its answer; of two answers to one, none counts."""
        counts = Counter(each.id for each in submission.answers)
        given = {each.id: each for each in submission.answers if counts[each.id] == 1}
        return RequirementAnswers(
            answers=tuple(
                RequirementAnswer(
                    **given[each.id].model_dump(exclude={"state"}),
                    state=RequirementState(given[each.id].state),
                )
                if each.id in given
                else unanswered(each, "it gave no answer, or several")
                for each in briefing.asked
            )
        )

    def fallback(self, briefing: RequirementsBriefing, gap: str) -> RequirementAnswers:
        answers = tuple(unanswered(each, f"no valid answer: {gap}") for each in briefing.asked)
        return RequirementAnswers(answers=answers, gap=gap)

    def answer_tokens(self, briefing: RequirementsBriefing, profile: ModelProfile) -> float:
        return 110 * len(briefing.asked) * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        """Also where requirements are still to be inferred, as many as documents usually state."""
        whole: Any = work.briefings.get(self.name)
        if whole is not None:
            summaries = tokens(min(len(work.directories) * profile.summary, _SUMMARIES))
            for part in self.parts(whole) or (whole,):
                text = text_tokens(self.prompts.task(**self.slots(part)))
                size = text if part.summaries else text + summaries
                yield _pattern(size, self.answer_tokens(part, profile), len(part.asked), profile)
        elif REQUIREMENT_INFERENCE.name in work.briefings:
            answer = 110 * _AT_ONCE * profile.verbosity
            for _ in range(_EXPECTED):
                yield _pattern(TASK + tokens(2_000), answer, _AT_ONCE, profile)


REQUIREMENTS = RequirementsPass()


def _pattern(first_message: float, answer: float, count: int, profile: ModelProfile) -> CallPattern:
    """A search and a look at what it finds, for each; several in one turn."""
    return CallPattern(
        first_message=first_message,
        answer=TOOL_CALL + answer,
        request=4 * TOOL_CALL,
        search_calls=min(RequirementsPass.turns - 1, 1 + count * profile.search_turns),
        search_result=4 * SEARCH_RESULT,
        is_kept=True,
    )
