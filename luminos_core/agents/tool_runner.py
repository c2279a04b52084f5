"""Acting on a response: its tool calls run, its submission taken, and a reply to it."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from luminos_core.agents import redacted_events
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.conversation import CUT_CALL, CUT_TEXT, Conversation
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

_CHARACTERS_PER_TOKEN = 3  # of code, at least
_NO_ROOM = "Not run: this conversation has no room for more results."
_TO_BE_CORRECTED = (
    "Not taken: a flag in this answer was refused, or a call was cut. Correct it, then submit "
    "again."
)
_ORPHANED = (
    "Not known: the audit was interrupted while this ran. Make the call again if you still need it."
)


@dataclass(frozen=True)
class TurnResult:
    """`submission` is there when the response held a valid one; it ends the loop unless turns were
    `borrowed`."""

    reply: UserMessage | None
    submission: ToolInput | None
    borrowed: int
    orphaned: bool


class ToolRunner:
    """Belongs to one loop."""

    def __init__(self, task: AgentTask, context: AgentContext, conversation: Conversation) -> None:
        self._task = task
        self._context = context
        self._conversation = conversation

    def run(self, response: ModelResponse, turn: int, turns_left: int) -> TurnResult:
        """Act on a response once: what is on disk already is replayed."""
        submission = self._submission(response.message.calls, turns_left)
        record = self._conversation.stored_turn()
        if record is None:
            record = self._act(response, turn, turns_left, submission)
            self._conversation.store_turn(record)
        else:
            self._replay(response, record, turn)
        return TurnResult(record.reply, submission, record.borrowed, record.orphaned)

    def _submission(self, calls: Sequence[ToolCall], turns_left: int) -> ToolInput | None:
        """The first valid submission among the calls; none while a flag made with it is still to
        be corrected, or a call that was cut to be made again."""
        if turns_left and any(map(_must_be_corrected, calls)):
            return None
        for call in calls:
            if call.name == self._task.submission.name and not call.is_cut:
                with suppress(ToolError):
                    submission: ToolInput = self._task.submission.parse(call.input)
                    return submission
        return None

    def _act(
        self, response: ModelResponse, turn: int, turns_left: int, submission: ToolInput | None
    ) -> TurnRecord:
        calls = response.message.calls
        reply: UserMessage | None = None
        borrowed = 0
        if calls or response.stop_reason is not StopReason.PAUSE_TURN:
            room = self._room(response)
            results = self._results(calls, turn, room, submission)
            if submission or not turns_left:
                self._keep_doubted_flags(calls, results)
            if submission and not turns_left and self._task.borrow:
                borrowed = self._task.borrow(submission, turn)
            is_full = sum(len(result.text) for result in results) >= room
            text = self._text(results, turns_left, submission, borrowed, is_full=is_full)
            if response.was_cut and not calls[-1].is_cut:
                text = f"{CUT_TEXT} {text}".rstrip()
            reply = UserMessage(results=tuple(results), text=text)
        return TurnRecord(
            reply=reply,
            notes=self._task.state.notes(),
            borrowed=borrowed,
            orphaned=any(map(self._is_orphan, calls)),
        )

    def _replay(self, response: ModelResponse, record: TurnRecord, turn: int) -> None:
        self._task.state.restore(record.notes)
        results = record.reply.results if record.reply else ()
        for call, result in zip(response.message.calls, results, strict=False):
            self._conversation.shown_results.refer_back(call, result, turn)

    def _room(self, response: ModelResponse) -> int:
        """Characters that the results of this response's calls may fill."""
        used = response.usage.context + response.usage.output
        return _CHARACTERS_PER_TOKEN * max(0, self._context.context_budget - used)

    def _results(
        self, calls: Sequence[ToolCall], turn: int, room: int, submission: ToolInput | None
    ) -> list[ToolResult]:
        results: list[ToolResult] = []
        submitted = False
        for call in calls:
            if call.is_cut:
                result = _error(call, CUT_CALL)
            elif call.name == self._task.submission.name:
                result = self._submit(call, submission, submitted)
                submitted = submitted or not result.is_error
            elif self._is_orphan(call):
                result = _error(call, _ORPHANED)
            elif room <= 0 and call.name not in NOTE_TAKING:
                result = _error(call, _NO_ROOM)
            else:
                result = execute(self._task.tools, call, self._task.tool_context)
            result = self._conversation.shown_results.refer_back(call, result, turn)
            room -= len(result.text)
            results.append(result)
            self._report(call, result, turn)
        return results

    def _is_orphan(self, call: ToolCall) -> bool:
        """Whether the call of an interrupted run is not made again, since it may have ended the
        run. A call that only takes notes is."""
        repeatable = (*NOTE_TAKING, self._task.submission.name)
        return self._conversation.is_replay and call.name not in repeatable

    def _submit(self, call: ToolCall, submission: ToolInput | None, is_over: bool) -> ToolResult:
        if is_over:
            return _error(call, "already submitted; this one is ignored")
        try:
            self._task.submission.parse(call.input)
        except ToolError as error:
            return _error(call, str(error))
        if submission is None:
            return _error(call, _TO_BE_CORRECTED)
        return ToolResult(call_id=call.id, text="submitted")

    def _keep_doubted_flags(self, calls: Sequence[ToolCall], results: Sequence[ToolResult]) -> None:
        """A flag sent back in the last turn cannot be corrected; raised a second time it is kept
        unverified instead of being lost."""
        for call, result in zip(calls, results, strict=True):
            if call.name == FLAG.name and result.is_error and not call.is_cut:
                execute(self._task.tools, call, self._task.tool_context)

    def _text(
        self,
        results: Sequence[ToolResult],
        turns_left: int,
        submission: ToolInput | None,
        borrowed: int,
        *,
        is_full: bool,
    ) -> str:
        name = self._task.submission.name
        if borrowed:
            return (
                f"You have {borrowed} more turns, since much has not been looked at. Go on with "
                f"what matters most of it, then call {name} again, for all of your work."
            )
        if not results:
            return f"Nothing was submitted. Call {name} now, with what you know."
        if turns_left == 1 and not submission:
            return self._task.turns_left(1)
        if is_full and not submission:
            return f"This conversation is nearly full. Call {name} now, with what you know."
        return ""

    def _report(self, call: ToolCall, result: ToolResult, turn: int) -> None:
        self._context.observe(
            ToolCalled(
                directory=self._task.label,
                turn=turn,
                timestamp=self._context.now().isoformat(),
                tool=redacted_events.tool_name(call.name),
                args=redacted_events.arguments(call.input),
                result_length=len(result.text),
            )
        )


def _must_be_corrected(call: ToolCall) -> bool:
    """Whether the call was cut, or is an invalid flag."""
    if call.is_cut or call.name != FLAG.name:
        return call.is_cut
    try:
        FLAG.parse(call.input)
    except ToolError:
        return True
    return False


def _error(call: ToolCall, text: str) -> ToolResult:
    return ToolResult(call_id=call.id, text=text, is_error=True)
