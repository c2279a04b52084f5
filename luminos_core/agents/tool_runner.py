"""Acting on an answer: its tool calls carried out, its submission taken, and a reply to it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from luminos_core.agents import redacted_events
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.repeated_results import RepeatedResults
from luminos_core.calls.transcript import Transcript
from luminos_core.errors import ToolError
from luminos_core.records.conversation import (
    ModelResponse,
    StopReason,
    ToolCall,
    ToolResult,
    UserMessage,
)
from luminos_core.records.event import ToolCalled
from luminos_core.records.transcript import TurnRecord
from luminos_core.tools.execute import execute
from luminos_core.tools.flag import FLAG
from luminos_core.tools.registry import NOTE_TAKING
from luminos_core.tools.tool import ToolInput

_NO_ROOM = "Not run: this conversation has no room for more results."
_ORPHANED = (
    "Not known: the audit was interrupted while this ran. Make the call again if you still need it."
)


@dataclass(frozen=True)
class TurnContext:
    """Where in a loop an answer stands."""

    number: int  # of the call
    turn: int
    turns_left: int
    recalled: bool  # the answer was on disk
    room: int  # characters that the results of its calls may fill


@dataclass(frozen=True)
class TurnResult:
    """`submission` is there when the answer held a valid one; it ends the loop unless more turns
    were `lent` for it."""

    reply: UserMessage | None
    submission: ToolInput | None
    lent: int
    orphaned: bool


class ToolRunner:
    """Belongs to one conversation."""

    def __init__(
        self, agent_task: AgentTask, context: AgentContext, transcript: Transcript
    ) -> None:
        self._agent_task = agent_task
        self._context = context
        self._transcript = transcript
        self._repeated = RepeatedResults()

    def act(self, answer: ModelResponse, place: TurnContext) -> TurnResult:
        """What comes of an answer, once: what is on disk already is taken from there."""
        submission = self._submission(answer.message.calls)
        told = self._transcript.told(place.number)
        if told is None:
            told = self._carried_out(answer, place, submission)
            self._transcript.keep_told(place.number, told)
        else:
            self._recall(answer, told, place)
        return TurnResult(told.reply, submission, told.lent, told.orphaned)

    def turns_left(self, turns: int) -> str:
        """What the model is told of them. A loop's end can be asked for, not forced."""
        if turns == 1:
            return f"One turn is left. Use it to call {self._agent_task.submission.name}."
        return f"{turns} of your turns are left."

    def _recall(self, answer: ModelResponse, told: TurnRecord, place: TurnContext) -> None:
        self._agent_task.tool_context.state.restore(told.notes)
        results = told.reply.results if told.reply else ()
        for requested, result in zip(answer.message.calls, results, strict=False):
            self._repeated.refer_back(requested, result, place.turn)

    def _submission(self, calls: Sequence[ToolCall]) -> ToolInput | None:
        """The first valid submission among the calls."""
        for requested in calls:
            if requested.name == self._agent_task.submission.name:
                with suppress(ToolError):
                    submission: ToolInput = self._agent_task.submission.parse(requested.input)
                    return submission
        return None

    def _carried_out(
        self, answer: ModelResponse, place: TurnContext, submission: ToolInput | None
    ) -> TurnRecord:
        reply: UserMessage | None = None
        lent = 0
        if answer.message.calls or answer.stop_reason is not StopReason.PAUSE_TURN:
            results = self._results(answer.message.calls, place)
            if submission or not place.turns_left:
                self._keep_doubted_flags(answer.message.calls, results)
            if submission and not place.turns_left and self._agent_task.extend:
                lent = self._agent_task.extend(submission, place.turn)
            words = self._words(results, place, submission, lent)
            reply = UserMessage(results=tuple(results), text=words)
        return TurnRecord(
            reply=reply,
            notes=self._agent_task.tool_context.state.notes(),
            lent=lent,
            orphaned=any(self._is_orphan(each, place) for each in answer.message.calls),
        )

    def _results(self, calls: Sequence[ToolCall], place: TurnContext) -> list[ToolResult]:
        results: list[ToolResult] = []
        room = place.room
        submitted = False
        for requested in calls:
            if requested.name == self._agent_task.submission.name:
                result = self._submit(requested, submitted)
                submitted = submitted or not result.is_error
            elif self._is_orphan(requested, place):
                result = _error(requested, _ORPHANED)
            elif room <= 0 and requested.name not in NOTE_TAKING:
                result = _error(requested, _NO_ROOM)
            else:
                result = execute(self._agent_task.tools, requested, self._agent_task.tool_context)
            result = self._repeated.refer_back(requested, result, place.turn)
            room -= len(result.text)
            results.append(result)
            self._report(requested, result, place.turn)
        return results

    def _is_orphan(self, requested: ToolCall, place: TurnContext) -> bool:
        """Whether a call of an interrupted run is not made again: it may be what ended the run.
        What only takes notes is made again."""
        known = (*NOTE_TAKING, self._agent_task.submission.name)
        return place.recalled and requested.name not in known

    def _submit(self, requested: ToolCall, is_over: bool) -> ToolResult:
        if is_over:
            return _error(requested, "already submitted; this one is ignored")
        try:
            self._agent_task.submission.parse(requested.input)
        except ToolError as error:
            return _error(requested, str(error))
        return ToolResult(call_id=requested.id, text="submitted")

    def _keep_doubted_flags(self, calls: Sequence[ToolCall], results: Sequence[ToolResult]) -> None:
        """A flag sent back in the last turn cannot be corrected any more; said twice, it is kept
        unverified instead of being lost."""
        for requested, result in zip(calls, results, strict=True):
            if requested.name == FLAG.name and result.is_error:
                execute(self._agent_task.tools, requested, self._agent_task.tool_context)

    def _words(
        self,
        results: Sequence[ToolResult],
        place: TurnContext,
        submission: ToolInput | None,
        lent: int,
    ) -> str:
        name = self._agent_task.submission.name
        if lent:
            return (
                f"You have {lent} more turns, since much has not been looked at. Go on with what "
                f"matters most of it, then call {name} again, for all of your work."
            )
        if not results:
            return f"Nothing was submitted. Call {name} now, with what you know."
        if place.turns_left == 1 and not submission:
            return self.turns_left(1)
        if sum(len(result.text) for result in results) >= place.room and not submission:
            return f"This conversation is nearly full. Call {name} now, with what you know."
        return ""

    def _report(self, requested: ToolCall, result: ToolResult, turn: int) -> None:
        self._context.observe(
            ToolCalled(
                directory=self._agent_task.label,
                turn=turn,
                timestamp=self._context.now().isoformat(),
                tool=redacted_events.tool_name(requested.name),
                args=redacted_events.arguments(requested.input),
                result_length=len(result.text),
            )
        )


def _error(requested: ToolCall, text: str) -> ToolResult:
    return ToolResult(call_id=requested.id, text=text, is_error=True)
