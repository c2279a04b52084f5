"""How many calls are made at once, and when none is."""

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.calls.rate_limiter import LONGEST_HOLD, RateLimiter
from luminos_core.errors import Interrupted, QuotaExhausted
from luminos_core.records.conversation import Usage
from luminos_core.records.limits import Allowance, RateLimits
from luminos_core.stop import StopSignal

SOON = 60.0  # seconds within which a thread that may go on has gone on, on any machine
LATER = datetime(2026, 11, 28, 14, tzinfo=UTC)


class Clock:
    """Stands still unless it is set."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


class CallThread:
    """A call in a thread of its own, until `end` is called."""

    def __init__(self, rate_limiter: RateLimiter, stop: StopSignal | None = None) -> None:
        self.began = threading.Event()
        self.error: Exception | None = None
        self._rate_limiter = rate_limiter
        self._stop = stop or StopSignal()
        self._ending = threading.Event()
        self._report: Callable[[], None] = lambda: None
        self._thread = threading.Thread(target=self._call, daemon=True)
        self._thread.start()

    def end(self, report: Callable[[], None] = lambda: None) -> None:
        self._report = report
        self._ending.set()
        self.join()

    def join(self) -> None:
        self._thread.join(SOON)
        assert not self._thread.is_alive()

    def _call(self) -> None:
        try:
            with self._rate_limiter.slot(self._stop):
                self.began.set()
                self._ending.wait(60)
            self._report()
        except (Interrupted, QuotaExhausted) as error:
            self.error = error


def calls(rate_limiter: RateLimiter, count: int) -> list[CallThread]:
    """Calls under way."""
    made = [CallThread(rate_limiter) for _ in range(count)]
    assert all(call.began.wait(SOON) for call in made)
    return made


def succeed(rate_limiter: RateLimiter, count: int) -> None:
    """`count` calls, one after the other, each a success."""
    for _ in range(count):
        with rate_limiter.slot(StopSignal()):
            rate_limiter.succeeded(None)


def refuse(rate_limiter: RateLimiter, retry_after: float | None = None) -> None:
    with rate_limiter.slot(StopSignal()):
        rate_limiter.congested(retry_after)


def test_all_slots_are_free_at_first_and_no_more() -> None:
    rate_limiter = RateLimiter(3)
    under_way = calls(rate_limiter, 3)
    fourth = CallThread(rate_limiter)
    assert not fourth.began.wait(0.05)
    under_way[0].end()
    assert fourth.began.wait(SOON)


def test_a_burst_of_refusals_halves_once_however_late_they_come() -> None:
    rate_limiter = RateLimiter(8)
    burst = calls(rate_limiter, 8)
    for call in burst[:6]:
        call.end(lambda: rate_limiter.congested(None))
        assert rate_limiter.slots == 4
    later = calls(rate_limiter, 2)
    for call in burst[6:]:
        call.end(lambda: rate_limiter.congested(None))
        assert rate_limiter.slots == 4
    for call in later:
        call.end(lambda: rate_limiter.congested(None))
        assert rate_limiter.slots == 2


def test_as_many_successes_as_slots_add_a_slot() -> None:
    rate_limiter = RateLimiter(8)
    refuse(rate_limiter)
    for slots in (4, 5, 6, 7):
        succeed(rate_limiter, slots - 1)
        assert rate_limiter.slots == slots
        succeed(rate_limiter, 1)
        assert rate_limiter.slots == slots + 1
    succeed(rate_limiter, 50)
    assert rate_limiter.slots == 8


def test_a_success_of_a_call_from_before_the_halving_counts_for_nothing() -> None:
    rate_limiter = RateLimiter(4)
    burst = calls(rate_limiter, 4)
    burst[0].end(lambda: rate_limiter.congested(None))
    for call in burst[1:]:
        call.end(lambda: rate_limiter.succeeded(None))
    assert rate_limiter.slots == 2


def test_a_refusal_resets_the_count_of_successes() -> None:
    rate_limiter = RateLimiter(4)
    refuse(rate_limiter)
    succeed(rate_limiter, 1)
    refuse(rate_limiter)
    assert rate_limiter.slots == 1
    succeed(rate_limiter, 1)
    assert rate_limiter.slots == 2


_report = st.one_of(
    st.just("succeeded"),
    st.tuples(st.just("congested"), st.none() | st.floats(0, 1e9)),
)


@given(st.integers(1, 64), st.lists(st.tuples(_report, st.floats(0, 100)), max_size=60))
def test_slots_stay_between_one_and_the_most_and_a_hold_within_ten_minutes(
    most: int, reports: list[tuple[str | tuple[str, float | None], float]]
) -> None:
    clock = Clock()
    rate_limiter = RateLimiter(most, clock)
    for report, passed in reports:
        clock.time += rate_limiter.held_for
        before = rate_limiter.slots
        if report == "succeeded":
            succeed(rate_limiter, 1)
            assert before <= rate_limiter.slots <= before + 1
        else:
            refuse(rate_limiter, report[1])  # type: ignore[arg-type]
            assert rate_limiter.slots == max(1, before // 2)
            asked = report[1] or 0.0  # type: ignore[operator]
            assert rate_limiter.held_for == pytest.approx(min(asked, LONGEST_HOLD))
        assert 1 <= rate_limiter.slots <= most
        clock.time += passed


def test_all_calls_are_held_for_as_long_as_the_server_asks() -> None:
    rate_limiter = RateLimiter(4)
    began = time.monotonic()
    refuse(rate_limiter, 0.2)
    for call in calls(rate_limiter, 2):
        call.end()
    assert time.monotonic() - began >= 0.2


def test_a_shorter_hold_does_not_end_a_longer_one() -> None:
    clock = Clock()
    rate_limiter = RateLimiter(4, clock)
    refused = calls(rate_limiter, 2)
    refused[0].end(lambda: rate_limiter.congested(30.0))
    clock.time += 10
    refused[1].end(lambda: rate_limiter.congested(1.0))
    assert rate_limiter.held_for == 20.0


NONE_LEFT = Allowance(limit=50, remaining=0, resets_in=40.0)
FEW_LEFT = Allowance(limit=50_000, remaining=999, resets_in=40.0)


@pytest.mark.parametrize(
    ("limits", "held_for"),
    [
        (RateLimits(), 0.0),
        (RateLimits(requests=NONE_LEFT), 40.0),
        (RateLimits(requests=NONE_LEFT.model_copy(update={"resets_in": 1e6})), LONGEST_HOLD),
        (RateLimits(requests=NONE_LEFT.model_copy(update={"resets_in": None})), 0.0),
        (RateLimits(requests=Allowance(remaining=1, resets_in=40.0)), 0.0),
        (RateLimits(input_tokens=FEW_LEFT), 40.0),
        (RateLimits(input_tokens=FEW_LEFT.model_copy(update={"remaining": 1_000})), 0.0),
        (RateLimits(output_tokens=FEW_LEFT.model_copy(update={"remaining": 199})), 40.0),
        (RateLimits(output_tokens=FEW_LEFT), 0.0),
        (RateLimits(tokens=FEW_LEFT.model_copy(update={"remaining": 1_199})), 40.0),
        (RateLimits(tokens=FEW_LEFT.model_copy(update={"remaining": 1_200})), 0.0),
        (RateLimits(input_tokens=Allowance(limit=500, remaining=500, resets_in=40.0)), 0.0),
    ],
)
def test_all_calls_are_held_while_the_server_has_too_little_left_for_such_a_call(
    limits: RateLimits, held_for: float
) -> None:
    rate_limiter = RateLimiter(4, Clock())
    with rate_limiter.slot(StopSignal()):
        rate_limiter.succeeded(
            None, Usage(input=600, cache_write=400, cache_read=90_000, output=200)
        )
    with rate_limiter.slot(StopSignal()):
        rate_limiter.succeeded(limits, Usage(input=1, output=1))
    assert rate_limiter.held_for == held_for


def test_a_stop_wakes_calls_that_wait_for_a_slot_and_calls_that_are_held() -> None:
    for rate_limiter in (RateLimiter(1), RateLimiter(2)):
        first = calls(rate_limiter, 1)[0]
        if rate_limiter.slots == 2:
            rate_limiter.congested(300.0)
        stop = StopSignal()
        waiting = [CallThread(rate_limiter, stop) for _ in range(3)]
        assert not waiting[0].began.wait(0.05)
        stop.set()
        for call in waiting:
            call.join()
            assert isinstance(call.error, Interrupted)
        first.end()


def test_once_closed_no_call_begins_and_waiting_calls_wake() -> None:
    rate_limiter = RateLimiter(1)
    first = calls(rate_limiter, 1)[0]
    waiting = CallThread(rate_limiter)
    assert not waiting.began.wait(0.05)
    rate_limiter.close(QuotaExhausted("no more today", LATER))
    rate_limiter.close(QuotaExhausted("a later reason", None))
    waiting.join()
    first.end()
    with (
        pytest.raises(QuotaExhausted, match="no more today") as raised,
        rate_limiter.slot(StopSignal()),
    ):
        pass
    assert isinstance(waiting.error, QuotaExhausted)
    assert waiting.error.returns_at == raised.value.returns_at == LATER
    assert rate_limiter.closed is not None
    rate_limiter.congested(300.0)
    assert rate_limiter.held_for == 0.0


def test_a_call_that_raises_releases_its_slot() -> None:
    rate_limiter = RateLimiter(1)
    for _ in range(3):
        with pytest.raises(ValueError, match="broken"), rate_limiter.slot(StopSignal()):
            raise ValueError("broken")


def test_many_threads_never_hold_more_slots_than_there_are() -> None:
    rate_limiter, lock, inside, most = RateLimiter(6), threading.Lock(), [0], [0]
    outcomes = [number % 9 > 0 for number in range(900)]

    def work() -> None:
        while True:
            with lock:
                if not outcomes:
                    return
                succeeded = outcomes.pop()
            with rate_limiter.slot(StopSignal()):
                with lock:
                    inside[0] += 1
                    most[0] = max(most[0], inside[0])
                time.sleep(0)
                with lock:
                    inside[0] -= 1
                if succeeded:
                    rate_limiter.succeeded(None)
                else:
                    rate_limiter.congested(0.0)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive()
    assert 1 <= most[0] <= 6
    assert 1 <= rate_limiter.slots <= 6
