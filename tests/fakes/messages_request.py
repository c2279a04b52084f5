"""A request as a script sees it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.fakes.messages_replies import Answer


@dataclass(frozen=True)
class Received:
    """One request. `number` counts from 1 over all requests of the server."""

    number: int
    json: Mapping[str, Any]
    headers: Mapping[str, str]
    at_once: int = 1  # requests the server was at work on when it came, itself included

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.json["messages"])

    @property
    def system(self) -> str:
        system = self.json.get("system", "")
        return system if isinstance(system, str) else "".join(block["text"] for block in system)

    @property
    def tools(self) -> list[str]:
        return [tool["name"] for tool in self.json.get("tools", [])]

    @property
    def first_text(self) -> str:
        """Of the first user message: what the conversation is about."""
        return _texts(self.messages[0])

    @property
    def turn(self) -> int:
        """1 for a conversation's first call."""
        return 1 + sum(message["role"] == "assistant" for message in self.messages)

    @property
    def is_continued(self) -> bool:
        """It ends in a paused answer, of which the next is a part."""
        return bool(self.messages[-1]["role"] == "assistant")

    @property
    def results(self) -> list[dict[str, Any]]:
        """The tool results in the last message."""
        content = self.messages[-1]["content"]
        return [block for block in content if block["type"] == "tool_result"]


Script = Callable[[Received], Answer]


def in_order(*answers: Answer) -> Script:
    """The answers one after the other; asking for more is an error of the script."""
    rest = iter(answers)
    return lambda request: next(rest)


def then(first: Answer, later: Answer) -> Script:
    """One answer, then always the other: an attempt with a short limit may miss that, too, on a
    machine with much else to do."""
    return lambda request: first if request.number == 1 else later


def _texts(message: Mapping[str, Any]) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    return "\n".join(block["text"] for block in content if block["type"] == "text")
