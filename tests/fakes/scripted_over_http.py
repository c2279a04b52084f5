"""A script for a scripted model, as a script of the fake Messages server. As a server does, it cuts
an answer at the tokens that were asked for."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from luminos_core.records.conversation import (
    AssistantMessage,
    Message,
    ModelRequest,
    ModelResponse,
    ToolResult,
    ToolSpec,
    UserMessage,
)
from tests.fakes.messages_replies import Block, Reply, reply, text, tool_use
from tests.fakes.messages_request import Received, Script
from tests.fakes.scripted_model import Answer

_CHARACTERS = 4  # of a token, as the server counts


def over_http(script: Callable[[ModelRequest], Answer]) -> Script:
    def answer(received: Received) -> Reply:
        response = script(request_of(received))
        assert isinstance(response, ModelResponse)
        return _cut(response.message, received.json["max_tokens"])

    return answer


def request_of(received: Received) -> ModelRequest:
    body = received.json
    return ModelRequest(
        model=body["model"],
        system=received.system,
        tools=tuple(map(ToolSpec.model_validate, body.get("tools", ()))),
        messages=tuple(map(_message, received.messages)),
        max_tokens=body["max_tokens"],
    )


def _message(message: Block) -> Message:
    content = message["content"]
    blocks = [text(content)] if isinstance(content, str) else content
    said = "".join(block["text"] for block in blocks if block["type"] == "text")
    if message["role"] == "assistant":
        return AssistantMessage(text=said)
    results = tuple(map(_result, (b for b in blocks if b["type"] == "tool_result")))
    return UserMessage(results=results, text=said)


def _result(block: Block) -> ToolResult:
    return ToolResult(call_id=block["tool_use_id"], text=str(block["content"]))


def _cut(message: AssistantMessage, most: int) -> Reply:
    blocks: list[Block] = [text(message.text)] if message.text else []
    blocks += [tool_use(call.name, call.input) for call in message.calls]
    left = most * _CHARACTERS
    whole: list[Block] = []
    for block in blocks:
        left -= len(json.dumps(block)) + 16  # its id
        if left < 0:
            return reply(*whole, *_part(block, left), stop_reason="max_tokens")
        whole.append(block)
    return reply(*whole)


def _part(block: Block, left: int) -> Iterable[Block]:
    """Of the block that the limit cuts."""
    said: Any = block["text"] if block["type"] == "text" else json.dumps(block["input"])
    kept = said[: max(left + len(said), 0)]
    if block["type"] == "text":
        return [text(kept)] if kept else []
    return [tool_use(block["name"], kept[:-1])]
