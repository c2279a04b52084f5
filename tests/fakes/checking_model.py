"""A model that sends a script through the adapter's own reading and writing, without HTTP."""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.llm.anthropic.response import ResponseBuilder
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
)
from luminos_core.stop import StopSignal
from tests.fakes import messages_replies as replies
from tests.fakes.messages_replies import Reply
from tests.fakes.messages_rules import problem, signature

_COUNTS = {"input_tokens": 1, "output_tokens": 1}


class CheckingModel:
    """Sends given replies, then empty ones, as a server's events, and checks each request as a
    server would."""

    name = "checking"

    def __init__(self, script: Sequence[Reply]) -> None:
        self._replies = itertools.chain(script, itertools.repeat(Reply()))
        self._paused: list[dict[str, Any]] = []
        self.calls = 0
        self.refused: list[str] = []

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.calls += 1
        body = json.loads(json.dumps(request_body(request), allow_nan=False).encode())
        if broken := problem(body, self._paused):
            self.refused.append(broken)
        sent = self._signed(next(self._replies), body)
        if sent.stop_reason == StopReason.PAUSE_TURN:
            self._paused.extend(sent.blocks)
        builder = ResponseBuilder(_calls(request))
        for event in _events(sent):
            builder.append(event)
        return builder.response()

    def _signed(self, one: Reply, body: dict[str, Any]) -> Reply:
        before = len(body["messages"]) - (body["messages"][-1]["role"] == "assistant")
        return replace(
            one,
            blocks=tuple(
                {**block, "signature": signature(body, before, block["thinking"])}
                if block["type"] == "thinking"
                else block
                for block in one.blocks
            ),
        )


def _calls(request: ModelRequest) -> frozenset[str]:
    responses = (message for message in request.messages if isinstance(message, AssistantMessage))
    return frozenset(call.id for message in responses for call in message.calls)


def _events(one: Reply) -> Iterator[dict[str, Any]]:
    stream = (
        replies.beginning("msg_1", "m", _COUNTS),
        *replies.body(one),
        replies.ending(one, _COUNTS),
    )
    for line in b"".join(stream).decode().splitlines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))
