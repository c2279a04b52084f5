"""The policy by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.errors import Interrupted, ModelUnavailable
from luminos_core.llm.faults import ServerError, fault, seconds_asked
from luminos_core.llm.retry import FailedAttempt, RetryPolicy, retried
from luminos_core.records.conversation import AssistantMessage, StopReason, Turn, Usage
from luminos_core.stop import StopSignal

TURN = Turn(message=AssistantMessage(), stop_reason=StopReason.END_TURN, model="m")


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
