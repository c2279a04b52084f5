"""Whatever a model answers, no request of the loop is one that the Messages API would refuse."""

import itertools
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.outcome import Ended
from luminos_core.calls.retry import RetryPolicy
from luminos_core.llm.anthropic.request import request_body, request_bytes
from luminos_core.llm.anthropic.response import ResponseBuilder
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
)
from luminos_core.stop import StopSignal
from luminos_core.tools.registry import DIRECTORY_TOOLS
from luminos_core.tools.tool import AgentState
from tests.fakes import messages_replies as replies
from tests.fakes.agent_bench import converse, set_up
from tests.fakes.messages_replies import Reply, text, thinking, tool_use
from tests.fakes.messages_rules import problem, signature

_COUNTS = {"input_tokens": 1, "output_tokens": 1}

words = st.sampled_from(["", " ", "\n", "It is.", "It is. ", " ü"])
ids = st.sampled_from(["toolu_1", "toolu_1-2", "toolu 1", "call", ""]) | st.text(max_size=2)
names = st.sampled_from(["think", "read_file", "read file", "x" * 65, ""]) | st.text(max_size=2)
inputs = st.sampled_from([{}, {"path": "src/b.py"}, [1], '"a"', "null", "3", '{"cut'])
blocks = (
    st.builds(text, words) | st.builds(thinking, words) | st.builds(tool_use, names, inputs, ids)
)
answers = st.builds(
    Reply,
    blocks=st.lists(blocks, max_size=4).map(tuple),
    stop_reason=st.sampled_from([*StopReason]).map(lambda reason: reason.value),
)


class CheckingModel:
    """Sends given replies, as a server's events, and checks each request as a server would."""

    name = "checking"

    def __init__(self, script: Sequence[Reply]) -> None:
        self._replies = itertools.chain(script, itertools.repeat(Reply()))
        self._paused: list[dict[str, Any]] = []
        self.refused: list[str] = []

    def encode(self, request: ModelRequest) -> bytes:
        return request_bytes(request)

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        body = json.loads(json.dumps(request_body(request)))
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


@settings(deadline=None, max_examples=100)
@given(script=st.lists(answers, min_size=1, max_size=6))
@example(script=[Reply((text("So "),), "pause_turn"), Reply((thinking("Hm."),), "pause_turn")])
def test_no_request_is_refused_and_the_loop_ends(script: list[Reply]) -> None:
    model = CheckingModel(script)
    with tempfile.TemporaryDirectory() as folder:
        bench = set_up(Path(folder) / "target", [])
        policy = RetryPolicy(attempts=9, first_delay=0.0)
        client = replace(bench.context.client, model=model, policy=policy)
        context = replace(bench.context, client=client, fallback_model="another")
        agent_task = AgentTask(
            pass_name="directory",
            label="src",
            system="The system text.",
            first_message="The task.",
            tools=DIRECTORY_TOOLS,
            tool_context=context.tool_context("src", AgentState()),
            turns=6,
        )
        outcome = converse(agent_task, context)

    assert model.refused == []
    assert outcome.ended in Ended


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
