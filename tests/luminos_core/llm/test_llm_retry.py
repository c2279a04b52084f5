"""The policy by itself, and prices."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.errors import Interrupted, ModelUnavailable
from luminos_core.llm.faults import ServerError, fault, seconds_asked
from luminos_core.llm.pricing import usd
from luminos_core.llm.retry import FailedAttempt, RetryPolicy, retried
from luminos_core.records.conversation import AssistantMessage, StopReason, Turn, Usage
from luminos_core.stop import StopSignal

NOW = datetime(2026, 11, 27, tzinfo=UTC)
TURN = Turn(message=AssistantMessage(), stop_reason=StopReason.END_TURN, model="m")
MILLION = 1_000_000


class Waits(StopSignal):
    """Takes note of each wait instead of sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, seconds: float) -> bool:
        self.seconds.append(seconds)
        return self.is_set()


def failing(times: int, **fields):
    left = iter([True] * times)

    def attempt() -> Turn:
        if next(left, False):
            raise FailedAttempt("busy", **fields)
        return TURN

    return attempt


def test_waits_double_up_to_the_longest():
    waits = Waits()
    policy = RetryPolicy(attempts=6, first_delay=1, longest_delay=5)

    retried(failing(5), policy, waits, chance=lambda: 0.5)

    assert waits.seconds == [0.5, 1.0, 2.0, 2.5, 2.5]


@given(failures=some.integers(1, 900), chance=some.floats(0, 1, exclude_max=True))
def test_a_delay_is_within_its_bounds(failures, chance):
    policy = RetryPolicy()

    assert 0 <= policy.delay(failures, chance) <= policy.longest_delay


def test_jitter_comes_on_top_of_what_the_server_asked_for():
    waits = Waits()

    retried(failing(1, retry_after=30.0), RetryPolicy(), waits, chance=lambda: 0.25)

    assert waits.seconds == [30.25]


def test_ten_minutes_are_waited_for():
    waits = Waits()

    assert retried(failing(1, retry_after=600.0), RetryPolicy(), waits) == TURN
    assert waits.seconds[0] >= 600


def test_nothing_is_waited_for_after_the_last_attempt():
    waits = Waits()

    with pytest.raises(ModelUnavailable, match="2 attempts; at the last, busy"):
        retried(failing(2), RetryPolicy(attempts=2), waits)
    assert len(waits.seconds) == 1


def test_what_failed_attempts_used_adds_up():
    one = Usage(input=1, output=2, cache_read=3, cache_write=4)

    assert retried(failing(3, usage=one), RetryPolicy(), Waits()).wasted == one + one + one


def test_a_stop_during_the_last_attempt_is_an_interruption():
    stop = Waits()

    def attempt() -> Turn:
        stop.set()
        raise FailedAttempt("the connection was cut")

    with pytest.raises(Interrupted):
        retried(attempt, RetryPolicy(attempts=1), stop)


@given(some.text(max_size=40))
def test_any_retry_after_is_read_or_passed_over(header):
    seconds = seconds_asked(header)

    assert seconds is None or 0 <= seconds <= 366 * 86_400


@pytest.mark.parametrize(
    ("header", "seconds"),
    [(None, None), ("7", 7.0), ("1.5", 1.5), ("inf", 366 * 86_400.0), ("nan", None), ("-1", 0.0)],
)
def test_a_retry_after_header(header, seconds):
    assert seconds_asked(header) == seconds


@given(status=some.integers(300, 599), kind=some.text(max_size=9), text=some.text(max_size=99))
def test_every_error_has_one_owner(status, kind, text):
    meant = fault(ServerError(status, kind, text=text), "claude-x")

    assert isinstance(meant, FailedAttempt) == (status in (408, 409, 429) or status >= 500)


@pytest.mark.parametrize(
    ("model", "prices"),  # USD a million: input, output, cache write, cache read
    [
        ("claude-opus-5-5", (4, 20, 5, 0.20)),
        ("claude-sonnet-5-5", (2, 10, 2.5, 0.10)),
        ("claude-fable-5-2", (8, 40, 10, 0.20)),
    ],
)
def test_each_kind_of_token_has_its_own_price(model, prices):
    kinds = ("input", "output", "cache_write", "cache_read")
    usages = [Usage(**{kind: MILLION}) for kind in kinds]

    assert [usd(model, usage, NOW) for usage in usages] == pytest.approx(list(prices))
    assert usd(model, sum(usages, Usage()), NOW) == pytest.approx(sum(prices))


def test_a_long_prompt_costs_haiku_five_times_as_much_a_token():
    assert usd("claude-haiku-5-5", Usage(input=100_000), NOW) == pytest.approx(0.01)
    assert usd("claude-haiku-5-5", Usage(input=50_000, cache_read=150_000), NOW) == pytest.approx(
        5 * (0.05 * 0.10 + 0.15 * 0.01)
    )


@pytest.mark.parametrize("model", ["claude-nonesuch", "gpt-4o", ""])
def test_an_unknown_price_is_unknown_and_never_zero(model):
    assert usd(model, Usage(input=1), NOW) is None


def test_the_built_in_investigator_costs_nothing():
    assert usd("static", Usage(input=MILLION), NOW) == 0.0
