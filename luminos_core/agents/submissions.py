"""Which submission of a loop counts, and whether it waits for what was refused with it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from luminos_core.agents.agent_task import AgentTask
from luminos_core.errors import ToolError
from luminos_core.records.conversation import ModelResponse, StopReason, ToolCall, ToolResult
from luminos_core.tools.answer import ANSWER
from luminos_core.tools.execute import execute
from luminos_core.tools.flag import FLAG
from luminos_core.tools.registry import NOTE_TAKING
from luminos_core.tools.tool import Tool, ToolInput

_WAITING = (
    "Taken. A flag or an answer was refused, or a call was cut: correct it, or repeat a flag to "
    "keep it doubted. Submit again only to change your report. Unless you read on, your next "
    "answer ends your work."
)

# What a submission waits for, when it was refused.
_CORRECTED: dict[str, Tool[Any]] = {FLAG.name: FLAG, ANSWER.name: ANSWER}


class Ending(NamedTuple):
    """What follows for the loop from one answer."""

    submission: ToolInput | None
    refused: tuple[ToolCall, ...] = ()  # flags and answers
    waits: bool = False  # for these


class Submissions:
    """Belongs to one loop."""

    def __init__(self, task: AgentTask) -> None:
        self._task = task
        self._waiting: ToolInput | None = None  # a submission, for a flag of its answer
        self._refused: tuple[ToolCall, ...] = ()  # flags of the latest answer, while it waits

    def ending(
        self,
        response: ModelResponse,
        results: Sequence[ToolResult],
        turns_left: int,
        *,
        has_room: bool,
    ) -> Ending:
        """The first valid submission among the calls, or the one that waited, if the answer does
        no more than correct flags."""
        calls = response.message.calls
        refused = tuple(
            call
            for call, result in zip(calls, results, strict=False)
            if call.name in _CORRECTED and result.is_error and not call.is_cut
        )
        is_cut = any(call.is_cut for call in calls)
        submission = self._submission(calls)
        if submission is not None:
            # A quotation has one correction; what cannot be kept as it is written has more.
            can_wait = self._waiting is None or not all(map(_is_valid, refused))
            may_correct = bool(refused) and can_wait and has_room
            return Ending(submission, refused, turns_left > 0 and (is_cut or may_correct))
        is_paused = response.stop_reason is StopReason.PAUSE_TURN
        reads_on = is_paused or is_cut or any(call.name not in NOTE_TAKING for call in calls)
        return Ending(None if reads_on else self._waiting, refused)

    def note(self, ending: Ending) -> None:
        """Before the next answer."""
        self._waiting = ending.submission if ending.waits else self._waiting
        self._refused = ending.refused if ending.waits else ()

    def settle(self, calls: Sequence[ToolCall], results: list[ToolResult], ending: Ending) -> None:
        """Settle the results of submissions: the first valid one counts."""
        is_over = False
        for position, call in enumerate(calls):
            if call.name != self._task.submission.name or call.is_cut:
                continue
            try:
                if is_over:
                    raise ToolError("already submitted; this one is ignored")
                self._checked(call)
            except ToolError as error:
                results[position] = refusal(call, str(error))
                continue
            text = _WAITING if ending.waits else "submitted"
            results[position] = ToolResult(call_id=call.id, text=text)
            is_over = True

    def keep(self, refused: Sequence[ToolCall]) -> None:
        """A flag that cannot be corrected any more, raised a second time, is kept unverified
        instead of being lost."""
        for call in refused:
            execute(self._task.tools, call, self._task.tool_context)

    def keep_refused(self) -> None:
        """Those that the submission waits for, when the loop ends."""
        self.keep(self._refused)

    def _submission(self, calls: Sequence[ToolCall]) -> ToolInput | None:
        for call in calls:
            if call.name == self._task.submission.name and not call.is_cut:
                with suppress(ToolError):
                    return self._checked(call)
        return None

    def _checked(self, call: ToolCall) -> ToolInput:
        """The input of a submission. ToolError says what is wrong with it."""
        tool = self._task.submission
        submission: ToolInput = tool.parse(call.input)
        if tool.check is not None:
            tool.check(submission, self._task.tool_context)
        return submission


def refusal(call: ToolCall, text: str) -> ToolResult:
    """The result of a call that was not carried out."""
    return ToolResult(call_id=call.id, text=text, is_error=True)


def _is_valid(call: ToolCall) -> bool:
    try:
        _CORRECTED[call.name].parse(call.input)
    except ToolError:
        return False
    return True
