"""Results that are in the conversation already: a repeated call is answered with a reference."""

import json

from luminos_core.digest import digest_bytes
from luminos_core.records.conversation import ToolCall, ToolResult

_SHORT = 400  # characters; a result up to this is repeated


class RepeatedResults:
    """The results of one conversation, by digest."""

    def __init__(self) -> None:
        self._turns: dict[str, int] = {}  # digest of a call and its result -> turn that shows it

    def refer_back(self, requested: ToolCall, result: ToolResult, turn: int) -> ToolResult:
        """`result`, recorded as shown in `turn`; when the same call had it before, a reference."""
        if len(result.text) <= _SHORT:
            return result
        call = json.dumps([requested.name, requested.input, result.text])
        digest = digest_bytes(call.encode())
        if digest not in self._turns:
            self._turns[digest] = turn
            return result
        first = self._turns[digest]
        text = f"The same result as when you made this call in turn {first}: see there."
        return result.model_copy(update={"text": text})
