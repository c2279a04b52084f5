"""Task runs start in a burst, then at a steady rate."""

import pytest

from tasks.start_rate import BURST, PER_SECOND, StartRate


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_starts_at_once_and_the_rest_at_the_rate() -> None:
    clock = Clock()
    rate = StartRate(clock)
    for _ in range(BURST):
        assert rate.delay() == 0
    for _ in range(100):
        clock.now += rate.delay()
    assert clock.now == pytest.approx(100 / PER_SECOND)


def test_a_pause_allows_more_starts_but_never_more_than_a_burst() -> None:
    clock = Clock()
    rate = StartRate(clock)
    for _ in range(BURST):
        rate.delay()
    clock.now += 1_000 * BURST
    assert [rate.delay() for _ in range(BURST)] == [0] * BURST
    assert rate.delay() > 0
