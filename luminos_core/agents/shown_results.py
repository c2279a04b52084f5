"""Results that a conversation holds already: what a model asks for again is not paid for again."""

import json
from collections.abc import Sequence

from luminos_core.digest import digest_bytes
from luminos_core.records.conversation import ToolCall, ToolResult

_SHORT = 400  # characters; a result up to this is shown again


class ShownResults:
    """Belongs to one conversation."""

    def __init__(self) -> None:
        self._turns: dict[str, int] = {}  # digest of a call and its result -> where it is shown

    def once(self, requested: ToolCall, result: ToolResult) -> ToolResult:
        """`result`, or, when this very call had it before, where it stands."""
        turn = self._turns.get(_digest(requested, result))
        if turn is None:
            return result
        words = f"The same as when you made this call in turn {turn}: the result stands there."
        return result.model_copy(update={"text": words})

    def add(self, calls: Sequence[ToolCall], results: Sequence[ToolResult], turn: int) -> None:
        """What the conversation now holds."""
        for requested, result in zip(calls, results, strict=True):
            if len(result.text) > _SHORT:
                self._turns.setdefault(_digest(requested, result), turn)


def _digest(requested: ToolCall, result: ToolResult) -> str:
    return digest_bytes(json.dumps([requested.name, requested.input, result.text]).encode())
