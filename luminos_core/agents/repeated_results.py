"""Results that a conversation holds already: what a model asks for again is not paid for again."""

import json

from luminos_core.digest import digest_bytes
from luminos_core.records.conversation import ToolCall, ToolResult

_SHORT = 400  # characters; a result up to this is shown again


class ShownResults:
    """Belongs to one conversation."""

    def __init__(self) -> None:
        self._turns: dict[str, int] = {}  # digest of a call and its result -> where it is shown

    def once(self, requested: ToolCall, result: ToolResult, turn: int) -> ToolResult:
        """`result`, which is then shown in `turn`; or where it is, when the same call had it."""
        if len(result.text) <= _SHORT:
            return result
        mark = _digest(requested, result)
        if mark not in self._turns:
            self._turns[mark] = turn
            return result
        words = f"The same as when you made this call in turn {self._turns[mark]}: it stands there."
        return result.model_copy(update={"text": words})


def _digest(requested: ToolCall, result: ToolResult) -> str:
    return digest_bytes(json.dumps([requested.name, requested.input, result.text]).encode())
