"""One call: its attempts, the waits between them, and its cost."""

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.calls.retry import RetryPolicy
from luminos_core.errors import (
    Interrupted,
    ModelUnavailable,
    MoneyExhausted,
    QuotaExhausted,
    RequestRejected,
)
from luminos_core.llm.failed_attempt import FailedAttempt
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    Usage,
    UserMessage,
)
from luminos_core.records.event import CallBilled, Waiting, WaitReason
from luminos_core.stop import StopSignal
from tests.fakes.billed_client import BilledClient

MODEL = "claude-sonnet-5-5"
ANSWER = ModelResponse(
    message=AssistantMessage(text="Whole."),
    stop_reason=StopReason.END_TURN,
    usage=Usage(input=1_000, output=100),
    model=MODEL,
)
REQUEST = ModelRequest(
    model=MODEL, system="", tools=(), messages=(UserMessage(text="Hi."),), max_tokens=1_000
)
BUSY = FailedAttempt("busy")


class Waits(StopSignal):
    """Records each wait instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.seconds.append(seconds)
        return self.is_set()


class StopsWhileItWaits(StopSignal):
    def wait(self, seconds: float) -> bool:
        self.set()
        return True


class Attempts:
    """A model whose attempts end as `outcomes` say, in order; the last is repeated."""

    name = "attempts"

    def __init__(self, *outcomes: ModelResponse | Exception) -> None:
        self._outcomes = outcomes
        self.made = 0

    def check(self, model: str, stop: StopSignal) -> bool:
        return True

    def encode(self, request: ModelRequest) -> bytes:
        return request.model_dump_json().encode()

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.made += 1
        outcome = self._outcomes[min(self.made, len(self._outcomes)) - 1]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def complete(model: Attempts, policy: RetryPolicy | None = None, jitter: float = 0.5) -> Waits:
    waits = Waits()
    client = BilledClient(model, policy or RetryPolicy(), jitter=lambda: jitter)
    client.complete(REQUEST, waits)
    return waits


def test_waits_double_up_to_the_longest():
    policy = RetryPolicy(attempts=6, first_delay=1, longest_delay=5)

    assert complete(Attempts(*[BUSY] * 5, ANSWER), policy).seconds == [0.5, 1.0, 2.0, 2.5, 2.5]


@given(failures=st.integers(1, 9_000), jitter=st.floats(0, 1, exclude_max=True))
def test_a_delay_is_within_its_bounds(failures, jitter):
    policy = RetryPolicy()

    assert 0 <= policy.delay(failures, jitter) <= policy.longest_delay


def test_jitter_is_added_to_what_the_server_asked_for():
    busy = FailedAttempt("busy", retry_after=30.0)

    assert complete(Attempts(busy, ANSWER), jitter=0.25).seconds == [30.25]


def test_ten_minutes_are_waited_for():
    busy = FailedAttempt("busy", retry_after=600.0)

    assert complete(Attempts(busy, ANSWER)).seconds[0] >= 600


def test_nothing_is_waited_for_after_the_last_attempt():
    waits, model = Waits(), Attempts(BUSY)

    with pytest.raises(ModelUnavailable, match="2 attempts; at the last, busy"):
        BilledClient(model, RetryPolicy(attempts=2)).complete(REQUEST, waits)
    assert (len(waits.seconds), model.made) == (1, 2)


def test_every_counted_attempt_is_on_the_bill_though_the_call_fails():
    counted = FailedAttempt("cut", usage=Usage(input=7, output=1))
    client = BilledClient(Attempts(counted, BUSY), RetryPolicy(attempts=3))

    with pytest.raises(ModelUnavailable):
        client.complete(REQUEST, Waits())

    assert client.bill == [(False, Usage(input=7, output=1))]
    assert [event.line for event in client.events if isinstance(event, CallBilled)] == list(
        client.budget.lines
    )


def test_a_ledger_line_names_the_pass_the_directory_and_the_cost():
    client = BilledClient(Attempts(ANSWER))
    client.complete(REQUEST, Waits())

    (line,) = client.budget.lines
    assert (line.pass_name, line.directory, line.model) == ("directory", "src", MODEL)
    assert line.usd == pytest.approx(1_000 * 2e-6 + 100 * 10e-6)


def test_a_model_that_the_server_names_differently_costs_what_the_requested_one_does():
    client = BilledClient(Attempts(ANSWER.model_copy(update={"model": "proxied/sonnet"})))
    client.complete(REQUEST, Waits())

    (line,) = client.budget.lines
    assert line.model == "proxied/sonnet"
    assert line.usd == pytest.approx(1_000 * 2e-6 + 100 * 10e-6)


def test_a_stop_during_the_last_attempt_is_an_interruption():
    stop = Waits()

    class Stopping(Attempts):
        def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
            stop.set()
            raise FailedAttempt("the connection was cut")

    with pytest.raises(Interrupted):
        BilledClient(Stopping(), RetryPolicy(attempts=1)).complete(REQUEST, stop)


@pytest.mark.parametrize(("congested", "reason"), [(True, "rate limit"), (False, "call failed")])
def test_a_wait_is_reported_with_its_length_and_its_reason(congested, reason):
    busy = FailedAttempt("busy", retry_after=30.0, congested=congested)
    client = BilledClient(Attempts(busy), RetryPolicy(first_delay=1), jitter=lambda: 0.5)

    with pytest.raises(Interrupted):
        client.complete(REQUEST, StopsWhileItWaits())
    assert client.events == [Waiting(directory="src", seconds=30.5, reason=WaitReason(reason))]


def test_a_call_that_is_held_after_anothers_refusal_is_reported():
    client = BilledClient(Attempts(ANSWER))
    client.rate_limiter.congested(retry_after=40.0)
    stop = StopSignal()

    def stop_when_it_is_reported() -> None:
        while not client.events:
            time.sleep(0.01)
        stop.set()

    threading.Thread(target=stop_when_it_is_reported, daemon=True).start()
    with pytest.raises(Interrupted):
        client.complete(REQUEST, stop)
    (waiting,) = client.events
    assert (waiting.directory, waiting.reason) == ("src", "rate limit")
    assert 0 < waiting.seconds <= 40


@pytest.mark.parametrize(
    "exhausted",
    [
        QuotaExhausted("the account cannot pay for more", None),
        FailedAttempt("busy", retry_after=601.0),
    ],
)
def test_once_the_quota_is_exhausted_no_call_is_made(exhausted):
    model = Attempts(exhausted)
    client = BilledClient(model)

    for _ in range(3):
        with pytest.raises(QuotaExhausted):
            client.complete(REQUEST, Waits())
    assert model.made == 1


def test_a_call_that_the_cap_has_no_room_for_is_not_made():
    model = Attempts(ANSWER)

    with pytest.raises(MoneyExhausted):
        BilledClient(model, cap=0.009).complete(
            REQUEST, Waits()
        )  # 1,000 tokens of output cost $0.01
    assert model.made == 0


def test_a_rejected_request_is_sent_once():
    model = Attempts(RequestRejected("no"))

    with pytest.raises(RequestRejected):
        BilledClient(model).complete(REQUEST, Waits())
    assert model.made == 1
