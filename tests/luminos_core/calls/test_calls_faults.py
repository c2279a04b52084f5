"""Every kind of fault over real HTTP: the response or the error, the calls, and the bill."""

import threading
import time
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from pydantic import SecretStr

from luminos_core.errors import (
    CallsEnded,
    CallsRefused,
    Interrupted,
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
    SettingsError,
)
from luminos_core.llm.anthropic.client import AnthropicModel
from luminos_core.records.conversation import Usage, UserMessage
from luminos_core.stop import StopSignal
from tests.fakes.billed_client import MANY
from tests.fakes.messages_server import (
    Answer,
    Cut,
    Drip,
    ErrorEvent,
    Failure,
    NoEnd,
    Pings,
    Raw,
    Received,
    Stall,
    Tokens,
    reply,
    text,
    then,
)
from tests.luminos_core.conftest import KEY

GOOD = reply(text("Whole."), tokens=Tokens(input=10, output=20, cache_read=30, cache_write=40))
BAD = reply(text("Cut." * 500), tokens=Tokens(input=1, output=2, cache_read=3, cache_write=4))
GOOD_USAGE = Usage(input=10, output=20, cache_read=30, cache_write=40)
BEGUN_USAGE = Usage(input=1, output=1, cache_read=3, cache_write=4)  # as message_start counts it
FOR_EVER = Pings(every=0.02)
HANGING = 60.0  # seconds, of what ignores its limit; what keeps to it takes one

_MESSAGE_START = (
    'event: message_start\ndata: {"type":"message_start","message":{"model":"m","content":[],'
    '"usage":{"input_tokens":1,"output_tokens":1,"cache_read_input_tokens":3,'
    '"cache_creation_input_tokens":4}}}\n\n'
)


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504, 529])
def test_a_passing_error_is_retried(billed, request_of, status):
    server, client = billed(Failure(status), Failure(status, content="<h1>Bad</h1>"), GOOD)

    response = client.complete(request_of(), StopSignal())

    assert (response.message.text, response.usage) == ("Whole.", GOOD_USAGE)
    assert client.bill == [(True, GOOD_USAGE)]
    assert server.calls == 3
    assert server.requests[0].json == server.requests[2].json


@pytest.mark.parametrize("kind", ["overloaded_error", "api_error", "rate_limit_error", "new_error"])
def test_an_error_event_in_the_stream_is_retried_and_both_are_billed(billed, request_of, kind):
    server, client = billed(ErrorEvent(kind, reply=BAD), GOOD)

    response = client.complete(request_of(), StopSignal())

    assert response.message.text == "Whole."
    assert client.bill == [(False, BEGUN_USAGE), (True, GOOD_USAGE)]
    assert server.calls == 2


@pytest.mark.parametrize("kind", ["invalid_request_error", "authentication_error"])
def test_a_final_error_event_is_not_retried(billed, request_of, kind):
    server, client = billed(ErrorEvent(kind, "no"))

    with pytest.raises((RequestRejected, SettingsError)):
        client.complete(request_of(), StopSignal())
    assert server.calls == 1


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(Cut(BAD, after=900), id="disconnect in the body"),
        pytest.param(NoEnd(BAD), id="no message_delta"),
        pytest.param(Raw(_MESSAGE_START), id="nothing after message_start"),
        pytest.param(Raw(_MESSAGE_START + 'data: {"type": oops\n\n'), id="malformed JSON"),
        pytest.param(Raw(_MESSAGE_START + "event: error\ndata: upstream fell\n\n"), id="bad SSE"),
        pytest.param(Raw(_MESSAGE_START + "data: [1]\n\n"), id="an event that is no object"),
        pytest.param(Raw(_MESSAGE_START + "data: " + "[" * 99_999 + "\n\n"), id="deep JSON"),
        pytest.param(
            Raw(
                _MESSAGE_START
                + 'data: {"type":"content_block_delta","index":7,'
                + '"delta":{"type":"text_delta","text":"a"}}\n\n'
            ),
            id="a delta of no block",
        ),
        pytest.param(
            Raw(
                _MESSAGE_START
                + 'data: {"type":"content_block_start","index":0,'
                + '"content_block":{"type":"text","text":"Half"}}\n\n'
                + 'data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},'
                + '"usage":{"output_tokens":1}}\n\ndata: {"type":"message_stop"}\n\n'
            ),
            id="a block without its end",
        ),
        pytest.param(reply(text("?"), stop_reason="boredom", tokens=BAD.tokens), id="stop reason"),
    ],
)
def test_a_broken_response_is_retried_and_never_used(billed, request_of, broken):
    server, client = billed(broken, GOOD)

    response = client.complete(request_of(), StopSignal())

    assert (response.message.text, response.usage) == ("Whole.", GOOD_USAGE)
    (answered, lost), whole = client.bill
    assert (answered, lost.context) == (False, BEGUN_USAGE.context)
    assert whole == (True, GOOD_USAGE)
    assert server.calls == 2


@pytest.mark.parametrize(
    "page",
    [
        Raw("<html>Log in</html>", "text/html"),
        Raw('{"type": "message", "content": []}', "application/json"),
        Raw("", "text/event-stream"),
    ],
)
def test_a_page_is_no_response(billed, request_of, page):
    server, client = billed(page, page, page)

    with pytest.raises(ModelUnavailable, match="in 3 attempts"):
        client.complete(request_of(), StopSignal())
    assert server.calls == 3


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_a_settings_error(billed, request_of, status):
    server, client = billed(Failure(status, "authentication_error", f"invalid key {KEY}"))

    with pytest.raises(SettingsError, match=r"key was refused.*ANTHROPIC_API_KEY") as refused:
        client.complete(request_of(), StopSignal())
    assert server.calls == 1
    assert KEY not in str(refused.value)


def test_a_bad_request_is_rejected_with_the_servers_message(billed, request_of):
    server, client = billed(Failure(400, "invalid_request_error", "max_tokens: too many"))

    with pytest.raises(RequestRejected, match="max_tokens: too many"):
        client.complete(request_of(), StopSignal())
    assert server.calls == 1


def test_an_unknown_model_names_the_settings(billed, request_of):
    server, client = billed(Failure(404, "not_found_error", "model: claude-nonesuch"))

    with pytest.raises(CallsRefused, match=r"claude-nonesuch.*LUMINOS_DEVELOPMENT_MODEL"):
        client.complete(request_of(model="claude-nonesuch"), StopSignal())
    assert server.calls == 1


def test_a_wrong_base_url_is_named(request_of, billed):
    server, _ = billed(GOOD)
    model = AnthropicModel(SecretStr(KEY), f"{server.base_url}/elsewhere")

    with pytest.raises(CallsRefused, match="ANTHROPIC_BASE_URL"):
        model.complete(request_of(), StopSignal())


def test_a_redirect_is_not_followed(billed, request_of):
    other, _ = billed(GOOD)
    location = {"location": f"{other.base_url}/v1/messages"}
    server, client = billed(Failure(307, headers=location))

    with pytest.raises(RequestRejected):
        client.complete(request_of(), StopSignal())
    assert (server.calls, other.calls) == (1, 0)


@pytest.mark.parametrize(
    "failure",
    [
        Failure(413, "request_too_large", "Request exceeds the maximum size"),
        Failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    ],
)
def test_a_request_over_the_limit_is_too_large(billed, request_of, failure):
    server, client = billed(failure)

    with pytest.raises(RequestTooLarge, match="too large for claude-sonnet-5-5"):
        client.complete(request_of(), StopSignal())
    assert server.calls == 1


@pytest.mark.parametrize(
    "failure",
    [
        Failure(429, "rate_limit_error", error_code="enforced_spend_limit_reached"),
        Failure(429, "rate_limit_error", error_code="contract_spend_limit_reached"),
        Failure(402, "billing_error", "No."),
        Failure(400, "invalid_request_error", "Your credit balance is too low to access the API."),
    ],
)
def test_an_account_without_credit_is_not_retried(billed, request_of, failure):
    server, client = billed(failure)

    with pytest.raises(QuotaExhausted, match="cannot pay") as exhausted:
        client.complete(request_of(), StopSignal())
    assert exhausted.value.returns_at is None
    assert server.calls == 1


def test_a_spend_limit_says_when_it_resets(billed, request_of):
    headers = {"retry-after": "60"}
    code = "enforced_spend_limit_reached"
    server, client = billed(Failure(429, "rate_limit_error", error_code=code, headers=headers))

    with pytest.raises(QuotaExhausted) as exhausted:
        client.complete(request_of(), StopSignal())
    assert_seconds_from_now(exhausted.value.returns_at, 60)
    assert server.calls == 1


def test_a_retry_after_is_waited_for(billed, request_of):
    server, client = billed(Failure(429, headers={"retry-after": "0.4"}), GOOD)

    began = time.monotonic()
    response = client.complete(request_of(), StopSignal())

    assert 0.4 <= time.monotonic() - began < HANGING
    assert (response.message.text, server.calls) == ("Whole.", 2)


@pytest.mark.parametrize("as_date", [False, True])
def test_a_retry_after_beyond_the_limit_defers_the_work(billed, request_of, as_date):
    asked = format_datetime(datetime.now(UTC) + timedelta(seconds=3600)) if as_date else "3600"
    server, client = billed(Failure(429, "rate_limit_error", headers={"retry-after": asked}))

    with pytest.raises(QuotaExhausted, match="rate_limit_error") as exhausted:
        client.complete(request_of(), StopSignal())
    assert_seconds_from_now(exhausted.value.returns_at, 3600)
    assert server.calls == 1


@pytest.mark.parametrize("malformed", ["soon", "", "nan", "-5"])
def test_a_malformed_retry_after_is_ignored(billed, request_of, malformed):
    server, client = billed(Failure(529, headers={"retry-after": malformed}), GOOD)

    assert client.complete(request_of(), StopSignal()).message.text == "Whole."
    assert server.calls == 2


def test_after_the_attempts_the_model_is_unavailable(billed, request_of):
    server, client = billed(lambda request: Failure(429, "rate_limit_error", "Too many"))

    with pytest.raises(ModelUnavailable, match="429 rate_limit_error: Too many") as unavailable:
        client.complete(request_of(), StopSignal())
    assert not isinstance(unavailable.value, CallsEnded)
    assert server.calls == 3


@pytest.mark.parametrize(
    "endless",
    [
        pytest.param(FOR_EVER, id="pings"),
        pytest.param(Drip(BAD, every=0.01), id="drip"),
        pytest.param(Stall(BAD), id="no headers"),
        pytest.param(Stall(BAD, after=700), id="silence in the body"),
    ],
)
def test_the_deadline_ends_an_endless_attempt(billed, request_of, endless):
    limits = {"call_deadline": 0.7, "silence": 600}
    server, client = billed(then(endless, GOOD), policy=MANY, **limits)

    began = time.monotonic()
    response = client.complete(request_of(), StopSignal())

    assert 0.7 <= time.monotonic() - began < HANGING
    assert (response.message.text, response.usage) == ("Whole.", GOOD_USAGE)
    assert server.calls >= 2


def test_the_deadline_is_named_when_it_was_the_reason(billed, request_of):
    server, client = billed(lambda request: FOR_EVER, call_deadline=0.2)

    with pytest.raises(ModelUnavailable, match=r"no whole answer came within 0\.2 s"):
        client.complete(request_of(), StopSignal())
    assert server.calls == 3


@pytest.mark.parametrize("stall", [Stall(BAD), Stall(BAD, after=700)])
def test_silence_ends_an_attempt_before_its_deadline(billed, request_of, stall):
    server, client = billed(then(stall, GOOD), policy=MANY, silence=0.7, call_deadline=600)

    began = time.monotonic()
    response = client.complete(request_of(), StopSignal())

    assert time.monotonic() - began < HANGING
    assert response.message.text == "Whole."
    assert server.calls >= 2


@pytest.mark.parametrize(
    "endless",
    [
        pytest.param(FOR_EVER, id="pings"),
        pytest.param(Stall(BAD), id="no headers"),
        pytest.param(Stall(BAD, after=700), id="silence in the body"),
        pytest.param(Failure(429, headers={"retry-after": "600"}), id="between attempts"),
    ],
)
def test_a_stop_ends_a_waiting_call_at_once(billed, request_of, endless):
    stop = StopSignal()

    def script(request: Received) -> Answer:
        if request.number == 1:
            return GOOD
        threading.Timer(0.2, stop.set).start()
        return endless

    server, client = billed(script, call_deadline=600)
    client.complete(request_of(), stop)
    began = time.monotonic()
    with pytest.raises(Interrupted):
        client.complete(request_of(), stop)

    assert time.monotonic() - began < HANGING
    assert server.calls == 2


def test_a_set_stop_makes_no_call(billed, request_of):
    server, client = billed(GOOD)
    stop = StopSignal()
    stop.set()

    with pytest.raises(Interrupted):
        client.complete(request_of(), stop)
    assert server.calls == 0


def test_a_stop_of_one_call_leaves_the_others_alone(billed, request_of):
    def script(request):
        return FOR_EVER if request.first_text == "stuck" else GOOD

    _, client = billed(script, call_deadline=60)
    stop = StopSignal()
    threading.Timer(0.2, stop.set).start()

    with pytest.raises(Interrupted):
        client.complete(request_of(messages=(UserMessage(text="stuck"),)), stop)
    assert client.complete(request_of(), StopSignal()).message.text == "Whole."


@pytest.mark.parametrize(
    "failure",
    [
        Failure(401, "authentication_error", f"bad bearer {KEY}"),
        Failure(400, f"error_{KEY}", f"you sent {KEY}"),
        Failure(404, "not_found_error", KEY),
        Failure(529, "overloaded_error", f"{KEY} is too busy"),
        Failure(402, "billing_error", f"{KEY} owes"),
        ErrorEvent("api_error", f"{KEY} broke"),
        ErrorEvent("invalid_request_error", f"{KEY} broke"),
        Raw("<html>", f"text/{KEY}"),
        reply(stop_reason=KEY),
    ],
)
def test_no_error_holds_the_key_anywhere_in_its_chain(billed, request_of, failure):
    _, client = billed(lambda request: failure, longest_outage=0.1)

    with pytest.raises(Exception) as raised:
        client.complete(request_of(), StopSignal())
    shown = "".join(traceback.format_exception(raised.value))
    assert KEY not in shown
    assert KEY not in repr(vars(client.model))
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None


@pytest.mark.parametrize("key", ["", "  ", "sk ant", "sk-änt", "sk-ant\nx"])
def test_a_key_that_no_header_can_hold_is_refused_unquoted(key):
    with pytest.raises(SettingsError, match="ANTHROPIC_API_KEY") as refused:
        AnthropicModel(SecretStr(key))
    assert not key.strip() or key not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["api.example.com", "ftp://example.com", "https://", "http://[me:secret", "http://a:b:c"]
)
def test_an_unusable_base_url_is_refused_unquoted(url):
    with pytest.raises(SettingsError, match="ANTHROPIC_BASE_URL") as refused:
        AnthropicModel(SecretStr(KEY), url)
    assert "secret" not in str(refused.value)


def test_a_key_with_a_line_end_is_used_without_it(billed, request_of):
    server, _ = billed(GOOD)

    AnthropicModel(SecretStr(f" {KEY}\n"), server.base_url).complete(request_of(), StopSignal())

    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"


def assert_seconds_from_now(moment: datetime | None, seconds: float) -> None:
    assert moment is not None
    assert abs((moment - datetime.now(UTC)).total_seconds() - seconds) < 5
