"""Starts are paced: a burst, then a steady rate."""

import pytest

from tasks.pacing import BURST, PER_SECOND, Pace


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_starts_at_once_and_the_rest_at_the_rate() -> None:
    clock = Clock()
    pace = Pace(clock)
    for _ in range(BURST):
        assert pace.delay() == 0
    for _ in range(100):
        clock.now += pace.delay()
    assert clock.now == pytest.approx(100 / PER_SECOND)


def test_a_pause_earns_starts_but_never_more_than_a_burst() -> None:
    clock = Clock()
    pace = Pace(clock)
    for _ in range(BURST):
        pace.delay()
    clock.now += 1_000 * BURST
    assert [pace.delay() for _ in range(BURST)] == [0] * BURST
    assert pace.delay() > 0
