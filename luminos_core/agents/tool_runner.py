"""Acting on a response: its tool calls run, its submission taken, and a reply to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from luminos_core.agents import redacted_events
from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.conversation import CUT_CALL, CUT_TEXT, Conversation
from luminos_core.agents.submissions import Ending, Submissions, refusal
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
from luminos_core.tools.registry import NOTE_TAKING
from luminos_core.tools.tool import ToolInput

_CHARACTERS_PER_TOKEN = 3  # of code, at least
_NO_ROOM = "Not run: this conversation has no room for more results."
_ORPHANED = (
    "Not known: the audit was interrupted while this ran. Make the call again if you still need it."
)


@dataclass(frozen=True)
class TurnResult:
    """`submission` is the one that counts so far. It ends the loop if it `is_final`: turns may have
    been `borrowed` after it, or it waits for a flag to be corrected."""

    reply: UserMessage | None
    submission: ToolInput | None
    is_final: bool
    borrowed: int
    orphaned: bool


class ToolRunner:
    """Belongs to one loop."""

    def __init__(self, task: AgentTask, context: AgentContext, conversation: Conversation) -> None:
        self._task = task
        self._context = context
        self._conversation = conversation
        self._submissions = Submissions(task)

    def run(self, response: ModelResponse, turn: int, turns_left: int) -> TurnResult:
        """Act on a response once: what is on disk already is replayed."""
        record = self._conversation.stored_turn()
        if record is None:
            record = self._act(response, turn, turns_left)
            self._conversation.store_turn(record)
        else:
            self._replay(response, record, turn)
        results = record.reply.results if record.reply else ()
        ending = self._ending(response, results, turns_left)
        self._submissions.note(ending)
        is_final = ending.submission is not None and not (record.borrowed or ending.waits)
        return TurnResult(
            record.reply, ending.submission, is_final, record.borrowed, record.orphaned
        )

    def keep_refused(self) -> None:
        """When the loop ends while a submission waits: the flags that it waited for are kept."""
        self._submissions.keep_refused()

    def _act(self, response: ModelResponse, turn: int, turns_left: int) -> TurnRecord:
        calls = response.message.calls
        reply: UserMessage | None = None
        borrowed = 0
        if calls or response.stop_reason is not StopReason.PAUSE_TURN:
            room = self._room(response)
            results = self._results(calls, turn, room)
            ending = self._ending(response, results, turns_left)
            if not ending.waits and (ending.submission or not turns_left):
                self._submissions.keep(ending.refused)
            self._submissions.settle(calls, results, ending)
            for call, result in zip(calls, results, strict=True):
                self._report(call, result, turn)
            if ending.submission and not turns_left and self._task.borrow:
                borrowed = self._task.borrow(ending.submission, turn)
            is_full = sum(len(result.text) for result in results) >= room
            text = self._text(results, turns_left, ending.submission, borrowed, is_full=is_full)
            if response.was_cut and not calls[-1].is_cut:
                text = f"{CUT_TEXT} {text}".rstrip()
            reply = UserMessage(results=tuple(results), text=text)
        return TurnRecord(
            reply=reply,
            notes=self._task.state.notes(),
            borrowed=borrowed,
            orphaned=any(map(self._is_orphan, calls)),
        )

    def _ending(
        self, response: ModelResponse, results: Sequence[ToolResult], turns_left: int
    ) -> Ending:
        has_room = self._room(response) > 0
        return self._submissions.ending(response, results, turns_left, has_room=has_room)

    def _replay(self, response: ModelResponse, record: TurnRecord, turn: int) -> None:
        self._task.state.restore(record.notes)
        results = record.reply.results if record.reply else ()
        for call, result in zip(response.message.calls, results, strict=False):
            self._conversation.shown_results.refer_back(call, result, turn)

    def _room(self, response: ModelResponse) -> int:
        """Characters that the results of this response's calls may fill."""
        used = response.usage.context + response.usage.output
        return _CHARACTERS_PER_TOKEN * max(0, self._context.context_budget - used)

    def _results(self, calls: Sequence[ToolCall], turn: int, room: int) -> list[ToolResult]:
        """Of every call; those of submissions are settled afterwards, by `Submissions.settle`."""
        results: list[ToolResult] = []
        for call in calls:
            if call.is_cut:
                result = refusal(call, CUT_CALL)
            elif call.name == self._task.submission.name:
                result = ToolResult(call_id=call.id, text="")
            elif self._is_orphan(call):
                result = refusal(call, _ORPHANED)
            elif room <= 0 and call.name not in NOTE_TAKING:
                result = refusal(call, _NO_ROOM)
            else:
                result = execute(self._task.tools, call, self._task.tool_context)
            result = self._conversation.shown_results.refer_back(call, result, turn)
            room -= len(result.text)
            results.append(result)
        return results

    def _is_orphan(self, call: ToolCall) -> bool:
        """Whether the call of an interrupted run is not made again, since it may have ended the
        run. A call that only takes notes is."""
        repeatable = (*NOTE_TAKING, self._task.submission.name)
        return self._conversation.is_replay and call.name not in repeatable

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
