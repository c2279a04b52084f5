"""Responses and requests over real HTTP."""

import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request

import pytest
from pydantic import SecretStr

from luminos_core.errors import RequestRejected
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.conversation import (
    AssistantMessage,
    StopReason,
    ToolCall,
    ToolResult,
    Usage,
    UserMessage,
)
from luminos_core.stop import StopSignal
from tests.fakes.messages_server import (
    Drip,
    MessagesServer,
    Tokens,
    reply,
    text,
    thinking,
    tool_use,
)

TOKENS = Tokens(input=11, output=22, cache_read=33, cache_write=44)


def test_text_calls_and_usage_arrive_whole(connect, request_of):
    words = "Grüße, 世界 🌍. " * 50
    server, model = connect(
        reply(text(words), tool_use("read_file", {"path": "a.py"}, "toolu_1"), tokens=TOKENS)
    )

    response = model.complete(request_of(), StopSignal())

    assert response.message.text == words
    assert response.message.calls == (
        ToolCall(id="toolu_1", name="read_file", input={"path": "a.py"}),
    )
    assert response.stop_reason is StopReason.TOOL_USE
    assert response.usage == Usage(input=11, output=22, cache_read=33, cache_write=44)
    assert response.usage.context == 88
    assert response.model == "claude-sonnet-5-5"
    assert server.calls == 1


@pytest.mark.parametrize("reason", list(StopReason))
def test_every_known_stop_reason_is_reported(connect, request_of, reason):
    server, model = connect(reply(text("So far"), stop_reason=reason.value))

    assert model.complete(request_of(), StopSignal()).stop_reason is reason
    assert server.calls == 1


def test_a_refusal_keeps_its_category(connect, request_of):
    _, model = connect(reply(stop_reason="refusal", refusal_category="cyber"))

    response = model.complete(request_of(), StopSignal())

    assert (response.stop_reason, response.refusal_category) == (StopReason.REFUSAL, "cyber")


def test_a_response_without_words_has_no_blocks(connect, request_of):
    _, model = connect(reply(text("")))

    assert model.complete(request_of(), StopSignal()).message == AssistantMessage()


def test_a_call_without_input_is_an_empty_object(connect, request_of):
    _, model = connect(reply(tool_use("list_directory", "")))

    assert model.complete(request_of(), StopSignal()).message.calls[0].input == {}


def test_events_of_unknown_kinds_are_ignored(connect, request_of):
    server, model = connect(reply(text("Fine."), unknown_events=True))

    assert model.complete(request_of(), StopSignal()).message.text == "Fine."
    assert server.calls == 1


def test_a_slow_stream_is_a_response_before_the_deadline(connect, request_of):
    _, model = connect(Drip(reply(text("Drop.")), every=0.0))

    assert model.complete(request_of(), StopSignal()).message.text == "Drop."


def test_a_long_tool_input_is_put_together(connect, request_of):
    summary = "x" * 200_000
    _, model = connect(reply(tool_use("submit_report", {"summary": summary})))

    assert model.complete(request_of(), StopSignal()).message.calls[0].input == {"summary": summary}


def test_a_cut_tool_input_is_kept_as_text_and_can_be_sent_back(connect, request_of):
    cut = '{"summary": "half a sen'
    server, model = connect(
        reply(tool_use("submit_report", cut, "toolu_1"), stop_reason="max_tokens"),
        reply(text("Again.")),
    )
    first = request_of()

    response = model.complete(first, StopSignal())
    answered = UserMessage(results=(ToolResult(call_id="toolu_1", text="cut", is_error=True),))
    again = model.complete(
        first.model_copy(update={"messages": (*first.messages, response.message, answered)}),
        StopSignal(),
    )

    assert response.stop_reason is StopReason.MAX_TOKENS
    assert response.message.calls[0].input == cut
    assert again.message.text == "Again."
    assert server.requests[1].messages[1]["content"][0]["input"] == {}
    assert server.refused == []


@pytest.mark.parametrize("given", ['{"n": NaN}', r'{"path": "\ud800"}', '{"path": "a', "oops"])
def test_an_input_that_cannot_be_read_stays_text_and_the_other_calls_arrive(
    connect, request_of, given
):
    server, model = connect(
        reply(tool_use("read_file", given), tool_use("flag", {"finding": "Bad."}))
    )

    bad, good = model.complete(request_of(), StopSignal()).message.calls

    assert (bad.input, good.input) == (given, {"finding": "Bad."})
    assert server.calls == 1


def test_halves_of_a_surrogate_pair_are_joined_and_a_lone_one_is_replaced(connect, request_of):
    """A gateway that counts in UTF-16 may cut a pair between two deltas."""
    words = "x" * 23 + "\ud83c\udf0d and \ud800."
    _, model = connect(reply(text(words), tool_use("a\ud800", {}, "toolu_1")))

    message = model.complete(request_of(), StopSignal()).message

    assert message.text == "x" * 23 + "🌍 and \ufffd."
    assert message.calls[0].name == "a\ufffd"
    assert message.blocks[0]["text"] == message.text


def test_a_conversation_goes_back_unchanged_with_results_first(connect, request_of):
    """The server checks thinking against its signature, the order, and that each call is answered
    once."""
    server, model = connect(
        reply(
            thinking("Two files. I read both."),
            text("Reading."),
            tool_use("read_file", {"path": "a.py"}, "toolu_a"),
            tool_use("read_file", {"path": "b.py"}, "toolu_b"),
        ),
        reply(text("Done.")),
    )
    first = request_of()

    response = model.complete(first, StopSignal())
    results = UserMessage(
        results=(
            ToolResult(call_id="toolu_a", text="x = 1"),
            ToolResult(call_id="toolu_b", text="", is_error=True),
        ),
        text="One turn is left.",
    )
    second = first.model_copy(update={"messages": (*first.messages, response.message, results)})
    model.complete(second, StopSignal())

    assert server.refused == []
    sent = server.requests[1].messages
    assert sent[1]["content"] == list(response.message.blocks)
    assert sent[1]["content"][0]["type"] == "thinking"
    assert [block["type"] for block in sent[2]["content"]] == ["tool_result", "tool_result", "text"]
    assert "is_error" not in sent[2]["content"][0]
    assert sent[2]["content"][1]["is_error"] is True
    assert sent[2]["content"][1]["content"], "an empty error is refused by the API"


def test_a_changed_thinking_block_is_refused(connect, request_of):
    """That the check above can fail."""
    _, model = connect(reply(thinking("I see."), text("Yes.")), reply(text("Never")))
    first = request_of()
    response = model.complete(first, StopSignal())
    edited = AssistantMessage(blocks=({**response.message.blocks[0], "thinking": "I saw."},))
    messages = (*first.messages, edited, UserMessage(text="Go on."))

    with pytest.raises(RequestRejected, match="thinking blocks cannot be modified"):
        model.complete(first.model_copy(update={"messages": messages}), StopSignal())


def test_another_models_turns_are_sent_in_new_blocks(connect, request_of):
    server, model = connect(reply(text("I see.")))
    call = ToolCall(id="toolu_1", name="read_file", input={"path": "a.py"})
    turn = AssistantMessage(text="Reading.", calls=(call,))
    results = UserMessage(results=(ToolResult(call_id="toolu_1", text="x = 1"),))

    model.complete(request_of(messages=(UserMessage(text="Go."), turn, results)), StopSignal())

    assert server.requests[0].messages[1]["content"] == [
        {"type": "text", "text": "Reading."},
        {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.py"}},
    ]


def test_two_conversations_share_a_cached_prefix_and_each_extends_its_own(connect, request_of):
    server, model = connect(lambda request: reply(text("Noted.")))
    words = "The files of this folder are these. " * 20
    one, other = (request_of(messages=(UserMessage(text=d + words),)) for d in ("src ", "doc "))

    first = model.complete(one, StopSignal())
    second = model.complete(other, StopSignal())
    more = (*one.messages, first.message, UserMessage(text="Go on." * 20))
    continued = model.complete(one.model_copy(update={"messages": more}), StopSignal())

    assert first.usage.cache_read == 0
    assert 0 < second.usage.cache_read < first.usage.cache_write
    assert continued.usage.cache_read == first.usage.cache_write
    assert continued.usage.input == 0
    prefixes = [
        json.dumps([request.json["tools"], request.json["system"]]) for request in server.requests
    ]
    assert len(set(prefixes)) == 1


def test_many_threads_share_one_model(connect, request_of):
    def echo(request):
        return reply(text(request.first_text.upper()), after_seconds=0.05)

    server, model = connect(echo)
    answers: dict[str, str] = {}

    def complete(word: str) -> None:
        request = request_of(messages=(UserMessage(text=word),))
        answers[word] = model.complete(request, StopSignal()).message.text

    threads = [threading.Thread(target=complete, args=(f"folder {n}",)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == {f"folder {n}": f"FOLDER {n}" for n in range(16)}
    assert server.calls == 16


def test_a_model_is_created_without_the_sdk():
    """`import anthropic` costs 1.5 s: only a first call pays it."""
    program = (
        "import sys; from pydantic import SecretStr;"
        "from luminos_core.llm.anthropic.client import AnthropicModel;"
        "from luminos_core.llm import pricing; AnthropicModel(SecretStr('k'));"
        "sys.exit(bool({'anthropic', 'httpx2', 'genai_prices'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_server_runs_on_its_own(request_of, pytestconfig):
    command = [sys.executable, "-m", "tests.fakes.messages_server"]
    root = pytestconfig.rootpath
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
    try:
        model = AnthropicModel(SecretStr("k"), process.stdout.readline().strip())
        submit = request_of().tools[0].model_copy(update={"name": "submit_report"})
        response = model.complete(request_of(tools=(submit,)), StopSignal())
    finally:
        process.kill()
        process.wait()
    assert response.message.calls[0].name == "submit_report"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tool_choice": {"type": "any"}}, "cannot be forced"),
        ({"temperature": 1}, "Extra inputs"),
        ({"messages": [{"role": "assistant", "content": "Hi"}]}, "must be the user's"),
        ({"messages": [{"role": "user", "content": ""}]}, "must not be empty"),
        ({"messages": [{"role": "user", "content": "a"}] * 2}, "must alternate"),
    ],
)
def test_the_fake_refuses_what_the_api_refuses(change, words):
    good = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    with MessagesServer(lambda request: reply(text("Hi"))) as server:
        body = json.dumps({**good, **change}).encode()
        url = f"{server.base_url}/v1/messages"
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(urllib.request.Request(url, body))  # noqa: S310 - loopback
        assert refusal.value.code == 400
        assert words in refusal.value.read().decode()
        assert words in server.refused[0]
