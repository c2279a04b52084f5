"""Each way in which a call can end, over real HTTP: its attempts and its bill."""

import json
import threading

import pytest

from luminos_core.errors import (
    CallsRefused,
    Interrupted,
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.records.conversation import Usage
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
    Wire,
    reply,
    text,
    then,
)

GOOD = reply(text("Whole."), tokens=Tokens(input=10, output=20, cache_read=30, cache_write=40))
BAD = reply(text("Cut." * 500), tokens=Tokens(input=1, output=2, cache_read=3, cache_write=4))
ANSWERED = (True, Usage(input=10, output=20, cache_read=30, cache_write=40))
BEGUN = (False, Usage(input=1, output=1, cache_read=3, cache_write=4))  # as message_start counts it

EVENTS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"


def stream(*events: dict[str, object]) -> Raw:
    """A body of these events after a message_start that counts as BEGUN."""
    usage = {
        "input_tokens": 1,
        "output_tokens": 1,
        "cache_read_input_tokens": 3,
        "cache_creation_input_tokens": 4,
    }
    start = {"type": "message_start", "message": {"model": "m", "content": [], "usage": usage}}
    return Raw("".join(f"data: {json.dumps(event)}\n\n" for event in (start, *events)))


@pytest.mark.parametrize(
    "uncounted",
    [
        pytest.param(Wire(b""), id="hung up before the headers"),
        pytest.param(Wire(b"SSH-2.0-OpenSSH_9.2\r\n"), id="no HTTP"),
        pytest.param(Wire(EVENTS), id="cut headers"),
        pytest.param(Wire(EVENTS + b"content-encoding: gzip\r\n\r\n{}"), id="no gzip"),
        pytest.param(
            Wire(EVENTS + b"transfer-encoding: chunked\r\n\r\nzz\r\n"), id="a chunk of no length"
        ),
        pytest.param(Stall(BAD), id="silence before the headers"),
        pytest.param(Failure(503, content="<h1>Down</h1>"), id="a proxy's page"),
        pytest.param(Failure(429, "rate_limit_error"), id="rate limit"),
        pytest.param(Raw("<html>Log in</html>", "text/html"), id="HTML"),
        pytest.param(Raw("{}", "application/json"), id="JSON"),
        pytest.param(Raw(""), id="no event"),
        pytest.param(Raw('data: {"type": "ping"}\n\n' * 9), id="pings and an end"),
        pytest.param(
            Raw('data: {"type": "error", "error": {"type": "overloaded_error"}}\n\n'),
            id="an error as the first event",
        ),
    ],
)
def test_an_attempt_that_ends_before_a_token_is_counted_costs_nothing(
    billed, request_of, uncounted
):
    server, client = billed(then(uncounted, GOOD), policy=MANY, silence=0.7)

    assert client.complete(request_of(), StopSignal()).message.text == "Whole."
    assert client.bill[-1] == ANSWERED
    assert len(client.bill) < server.calls


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(Cut(BAD, after=900), id="disconnect"),
        pytest.param(NoEnd(BAD), id="no message_delta"),
        pytest.param(Stall(BAD, after=700), id="silence"),
        pytest.param(Pings(every=0.02), id="pings only"),
        pytest.param(Drip(BAD, every=0.001), id="a drip over the deadline"),
        pytest.param(stream({"type": "message_stop"}), id="an end without a reason"),
        pytest.param(
            stream(
                {
                    "type": "message_delta",
                    "delta": {"stop_reason": None},
                    "usage": {"output_tokens": 1},
                },
                {"type": "message_stop"},
            ),
            id="no stop reason",
        ),
        pytest.param(ErrorEvent("overloaded_error", reply=BAD), id="overloaded"),
        pytest.param(ErrorEvent("timeout_error", reply=BAD), id="the server's own timeout"),
        pytest.param(ErrorEvent("error_of_next_year", reply=BAD), id="an unknown error"),
    ],
)
def test_counted_tokens_are_billed_though_there_was_no_response(billed, request_of, begun):
    limits = {"silence": 0.7, "call_deadline": 1.4}
    server, client = billed(then(begun, GOOD), policy=MANY, **limits)

    assert client.complete(request_of(), StopSignal()).message.text == "Whole."
    assert server.calls >= 2
    (answered, lost), *_, whole = client.bill
    assert not answered
    assert lost.output == 1
    assert isinstance(begun, Pings) or lost == BEGUN[1]
    assert whole == ANSWERED


@pytest.mark.parametrize(
    ("status", "kind", "error"),
    [
        (301, "", RequestRejected),
        (400, "invalid_request_error", RequestRejected),
        (401, "authentication_error", CallsRefused),
        (402, "billing_error", QuotaExhausted),
        (403, "permission_error", CallsRefused),
        (404, "not_found_error", CallsRefused),
        (405, "", RequestRejected),
        (410, "", RequestRejected),
        (413, "request_too_large", RequestTooLarge),
        (422, "invalid_request_error", RequestRejected),
    ],
)
def test_a_final_refusal_is_one_call_and_costs_nothing(billed, request_of, status, kind, error):
    server, client = billed(Failure(status, kind, "no"))

    with pytest.raises(error):
        client.complete(request_of(), StopSignal())
    assert server.calls == 1
    assert client.bill == []


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("invalid_request_error", RequestRejected),
        ("authentication_error", CallsRefused),
        ("permission_error", CallsRefused),
        ("billing_error", QuotaExhausted),
        ("not_found_error", CallsRefused),
        ("request_too_large", RequestTooLarge),
    ],
)
def test_a_refusal_within_a_stream_is_one_call_and_bills_what_was_counted(
    billed, request_of, kind, error
):
    server, client = billed(ErrorEvent(kind, "no", reply=BAD))

    with pytest.raises(error):
        client.complete(request_of(), StopSignal())
    assert server.calls == 1
    assert client.bill == [BEGUN]
    assert (client.rate_limiter.closed is not None) == (error is QuotaExhausted)


def test_every_failed_attempt_is_billed(billed, request_of):
    server, client = billed(lambda request: NoEnd(BAD))

    with pytest.raises(ModelUnavailable, match="in 3 attempts"):
        client.complete(request_of(), StopSignal())
    assert server.calls == 3
    assert client.bill == [BEGUN] * 3


def test_an_attempt_cut_by_a_stop_is_billed_and_nothing_is_waited_for(billed, request_of):
    stop = StopSignal()

    def stalls(request: Received) -> Answer:
        threading.Timer(0.7, stop.set).start()
        return Stall(BAD, after=700)

    server, client = billed(stalls)
    with pytest.raises(Interrupted):
        client.complete(request_of(), stop)
    assert server.calls == 1
    assert client.bill == [BEGUN]
    assert [type(event).__name__ for event in client.events] == ["CallBilled"]
