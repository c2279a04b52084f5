"""The fake server refuses what the Messages API refuses; else no test with it means much."""

import copy
from typing import Any

import pytest

from tests.fakes.messages_rules import problem, signature

Json = dict[str, Any]

CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "x = 1"}


def request_of(*messages: list[Json], **fields: Any) -> Json:
    """The roles alternate, the user first."""
    roles = ("user", "assistant")
    given: Json = {
        "model": "m",
        "max_tokens": 1,
        "tools": [{"name": "read_file", "description": "", "input_schema": {"type": "object"}}],
        "messages": [
            {"role": roles[index % 2], "content": content} for index, content in enumerate(messages)
        ],
    }
    return copy.deepcopy({**given, **fields})


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def thinking(words: str, sign: str = "") -> Json:
    return {"type": "thinking", "thinking": words, "signature": sign}


HI = [text("Hi")]
SIGNED = thinking("Hm.", signature(request_of(HI), 1, "Hm."))


def test_a_whole_conversation_is_accepted() -> None:
    request = request_of(
        HI, [SIGNED, text("I read."), CALL], [RESULT, text("Go on.")], [text("Done.")], HI
    )
    assert problem(request) is None


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (request_of(HI, temperature=1), "temperature: Extra inputs"),
        (request_of(HI, tool_choice={"type": "any"}), "cannot be forced"),
        (request_of(HI, output_config={"effort": "utmost"}), "output_config.effort"),
        (request_of(HI, tools=[{"name": "a b"}]), "tools.0.name"),
        (request_of(HI, tools=[{"name": "a"}, {"name": "a"}]), "names must be unique"),
        (request_of(HI, system=[text(" ")]), "system: text content"),
        (request_of([]), "must not be empty"),
        (request_of([text("\n")]), "non-whitespace"),
        (request_of(HI, [text(" ")], HI), "non-whitespace"),
        (request_of(HI, [CALL], HI), "must have one tool_result"),
        (request_of(HI, [CALL], [RESULT, RESULT]), "must have one tool_result"),
        (request_of(HI, [text("So.")], [RESULT]), "must have one tool_result"),
        (request_of(HI, [CALL], [text("First."), RESULT]), "must come first"),
        (request_of(HI, [CALL], [{**RESULT, "content": "", "is_error": True}]), "is_error"),
        (request_of(HI, [CALL, CALL], [RESULT, RESULT]), "ids must be unique"),
        (request_of(HI, [CALL], [RESULT], [CALL], [RESULT]), "ids must be unique"),
        (request_of(HI, [{**CALL, "id": ""}], HI), "tool_use.id"),
        (request_of(HI, [{**CALL, "name": "a.b"}], [RESULT]), "tool_use.name"),
        (request_of(HI, [{**CALL, "name": "x" * 65}], [RESULT]), "tool_use.name"),
        (request_of(HI, [{**CALL, "input": [1]}], [RESULT]), "valid dictionary"),
        (request_of(HI, [thinking("Hm.", "forged"), text("So.")], HI), "cannot be modified"),
        (request_of([text("Ho")], [SIGNED, text("So.")], HI), "cannot be modified"),
        (request_of(HI, [text("So."), SIGNED], HI), "cannot be `thinking`"),
        (request_of(HI, [text("So.")]), "prefill"),
        (request_of(HI, [text("So. ")]), "trailing whitespace"),
        (request_of(HI, [CALL]), "no tool_result"),
    ],
)
def test_a_broken_rule_is_named(request_: Json, words: str) -> None:
    broken = problem(request_)
    assert broken is not None
    assert words in broken


def test_a_paused_response_may_end_a_request() -> None:
    paused = [text("Let me see. ")]
    assert problem(request_of(HI, [text("Let me see.")]), paused) is None
    assert "prefill" in str(problem(request_of(HI, [text("Another.")]), paused))
    assert "whitespace" in str(problem(request_of(HI, paused), paused))
