"""Turns are lent as long as there are any, and none is lent twice."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.agents.turn_pool import TurnPool


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 30)), max_size=30))
def test_never_more_is_lent_than_was_given_back(steps: list[tuple[bool, int]]) -> None:
    pool, there = TurnPool(), 0
    for gives, turns in steps:
        if gives:
            pool.give_back(turns)
            there += turns
        else:
            lent = pool.lend(turns)
            assert lent == min(turns, there)
            there -= lent
        assert pool.turns == there


def test_threads_that_borrow_at_once_share_what_there_is() -> None:
    pool, lent = TurnPool(), []
    pool.give_back(1_000)
    start = threading.Barrier(8)

    def borrow() -> None:
        start.wait()
        lent.extend(pool.lend(3) for _ in range(100))

    threads = [threading.Thread(target=borrow) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(lent), pool.turns) == (1_000, 0)


@pytest.mark.parametrize("turns", [-1, -100])
def test_nobody_gives_back_or_borrows_less_than_nothing(turns: int) -> None:
    pool = TurnPool()
    pool.give_back(5)
    with pytest.raises(ValueError, match="given back"):
        pool.give_back(turns)
    assert (pool.lend(turns), pool.turns) == (0, 5)


def test_a_directory_borrows_five_at_a_time_to_twenty_five_in_all() -> None:
    pool = TurnPool()
    pool.give_back(100)
    assert [pool.extend(0.5, turns) for turns in (12, 17, 22, 25, 30)] == [5, 5, 3, 0, 0]
    assert pool.turns == 87


@pytest.mark.parametrize(("completeness", "lent"), [(0.0, 5), (0.59, 5), (0.6, 0), (1.0, 0)])
def test_only_a_directory_that_is_far_from_complete_borrows(completeness: float, lent: int) -> None:
    pool = TurnPool()
    pool.give_back(100)
    assert pool.extend(completeness, 10) == lent
