"""One call: how often it is made, what is waited for in between, and what it costs."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as some

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
from tests.fakes.buyer import Buyer

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
    """Takes note of each wait instead of sleeping."""

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
    """A model whose attempts come to `outcomes` in order; the last of them again and again."""

    name = "attempts"
    is_language_model = True

    def __init__(self, *outcomes: ModelResponse | Exception) -> None:
        self._outcomes = outcomes
        self.made = 0

    def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        self.made += 1
        outcome = self._outcomes[min(self.made, len(self._outcomes)) - 1]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def ask(model: Attempts, policy: RetryPolicy | None = None, chance: float = 0.5) -> Waits:
    waits = Waits()
    buyer = Buyer(model, policy or RetryPolicy(), chance=lambda: chance)
    buyer.turn(REQUEST, waits)
    return waits


def test_waits_double_up_to_the_longest():
    policy = RetryPolicy(attempts=6, first_delay=1, longest_delay=5)

    assert ask(Attempts(*[BUSY] * 5, ANSWER), policy).seconds == [0.5, 1.0, 2.0, 2.5, 2.5]


@given(failures=some.integers(1, 900), chance=some.floats(0, 1, exclude_max=True))
def test_a_delay_is_within_its_bounds(failures, chance):
    policy = RetryPolicy()

    assert 0 <= policy.delay(failures, chance) <= policy.longest_delay


def test_jitter_comes_on_top_of_what_the_server_asked_for():
    busy = FailedAttempt("busy", retry_after=30.0)

    assert ask(Attempts(busy, ANSWER), chance=0.25).seconds == [30.25]


def test_ten_minutes_are_waited_for():
    busy = FailedAttempt("busy", retry_after=600.0)

    assert ask(Attempts(busy, ANSWER)).seconds[0] >= 600


def test_nothing_is_waited_for_after_the_last_attempt():
    waits, model = Waits(), Attempts(BUSY)

    with pytest.raises(ModelUnavailable, match="2 attempts; at the last, busy"):
        Buyer(model, RetryPolicy(attempts=2)).turn(REQUEST, waits)
    assert (len(waits.seconds), model.made) == (1, 2)


def test_every_counted_attempt_is_on_the_bill_though_the_call_fails():
    counted = FailedAttempt("cut", usage=Usage(input=7, output=1))
    buyer = Buyer(Attempts(counted, BUSY), RetryPolicy(attempts=3))

    with pytest.raises(ModelUnavailable):
        buyer.turn(REQUEST, Waits())

    assert buyer.bill == [(False, Usage(input=7, output=1))]
    assert [event.line for event in buyer.events if isinstance(event, CallBilled)] == list(
        buyer.budget.lines
    )


def test_a_line_of_the_bill_says_whose_call_it_was_and_what_it_cost():
    buyer = Buyer(Attempts(ANSWER))
    buyer.turn(REQUEST, Waits())

    (line,) = buyer.budget.lines
    assert (line.pass_name, line.directory, line.model) == ("directory", "src", MODEL)
    assert line.usd == pytest.approx(1_000 * 2e-6 + 100 * 10e-6)


def test_a_model_that_the_server_names_in_its_own_way_costs_what_the_one_asked_for_does():
    buyer = Buyer(Attempts(ANSWER.model_copy(update={"model": "proxied/sonnet"})))
    buyer.turn(REQUEST, Waits())

    (line,) = buyer.budget.lines
    assert line.model == "proxied/sonnet"
    assert line.usd == pytest.approx(1_000 * 2e-6 + 100 * 10e-6)


def test_a_stop_during_the_last_attempt_is_an_interruption():
    stop = Waits()

    class Stopping(Attempts):
        def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
            stop.set()
            raise FailedAttempt("the connection was cut")

    with pytest.raises(Interrupted):
        Buyer(Stopping(), RetryPolicy(attempts=1)).turn(REQUEST, stop)


@pytest.mark.parametrize(("congested", "reason"), [(True, "rate limit"), (False, "call failed")])
def test_a_wait_is_told_with_its_length_and_its_reason(congested, reason):
    busy = FailedAttempt("busy", retry_after=30.0, congested=congested)
    buyer = Buyer(Attempts(busy), RetryPolicy(first_delay=1), chance=lambda: 0.5)

    with pytest.raises(Interrupted):
        buyer.turn(REQUEST, StopsWhileItWaits())
    assert buyer.events == [Waiting(directory="src", seconds=30.5, reason=WaitReason(reason))]


def test_a_call_that_is_held_for_what_another_met_says_so():
    buyer = Buyer(Attempts(ANSWER))
    buyer.rate_limiter.congested(retry_after=40.0)
    stop = StopSignal()
    threading.Timer(0.1, stop.set).start()

    with pytest.raises(Interrupted):
        buyer.turn(REQUEST, stop)
    (told,) = buyer.events
    assert (told.directory, told.reason) == ("src", "rate limit")
    assert 39 < told.seconds <= 40


@pytest.mark.parametrize(
    "gone",
    [
        QuotaExhausted("the account cannot pay for more", None),
        FailedAttempt("busy", retry_after=601.0),
    ],
)
def test_after_a_quota_is_gone_no_call_is_made_any_more(gone):
    model = Attempts(gone)
    buyer = Buyer(model)

    for _ in range(3):
        with pytest.raises(QuotaExhausted):
            buyer.turn(REQUEST, Waits())
    assert model.made == 1


def test_a_call_that_the_cap_has_no_room_for_is_not_made():
    model = Attempts(ANSWER)

    with pytest.raises(MoneyExhausted):
        Buyer(model, cap=0.009).turn(REQUEST, Waits())  # 1,000 tokens of output cost $0.01
    assert model.made == 0


def test_what_the_model_rejects_is_asked_once():
    model = Attempts(RequestRejected("no"))

    with pytest.raises(RequestRejected):
        Buyer(model).turn(REQUEST, Waits())
    assert model.made == 1
