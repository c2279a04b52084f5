"""What a run may spend, shared by its threads."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as some

from luminos_core.calls.budget import Budget
from luminos_core.errors import Interrupted, MoneyExhausted
from luminos_core.records.cost import LedgerLine
from luminos_core.stop import StopSignal

STOP = StopSignal()  # never set


def billed(usd: float | None, answered: bool = True) -> LedgerLine:
    return LedgerLine(
        at="2026-11-28T01:02:03+00:00",
        pass_name="directory",
        directory="src",
        model="claude-sonnet-5-5",
        input=1,
        output=2,
        cache_read=3,
        cache_write=4,
        usd=usd,
        answered=answered,
    )


def holding(budget: Budget, usd: float) -> Callable[[], None]:
    """A reservation of another thread; the function that is returned ends it."""
    held, ending = threading.Event(), threading.Event()

    def hold() -> None:
        with budget.reserved("directory", usd, STOP):
            held.set()
            ending.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(20)

    def release() -> None:
        ending.set()
        thread.join()

    return release


def reserve(budget: Budget, pass_name: str, usd: float, stop: StopSignal = STOP) -> None:
    """For a test in which the reservation is never made."""
    with budget.reserved(pass_name, usd, stop):
        raise AssertionError("it was reserved")


def waiting(budget: Budget, usd: float, stop: StopSignal = STOP) -> threading.Thread:
    """A thread that reserves `usd`, after some time in which it could have."""

    def reserve() -> None:
        with budget.reserved("directory", usd, stop):
            pass

    thread = threading.Thread(target=reserve)
    thread.start()
    thread.join(0.05)
    return thread


@pytest.mark.parametrize("start", range(20))
def test_parallel_calls_never_exceed_the_cap_and_use_nearly_all_of_it(start: int) -> None:
    chance = random.Random(start)  # noqa: S311 - a reproducible script
    cap, slice_of_synthesis = chance.uniform(0.5, 2), chance.uniform(0, 0.2)
    most = 0.2  # of one call
    budget = Budget(cap)
    budget.set_slice("synthesis", slice_of_synthesis)
    observed: list[float] = []

    def loop(seed: float) -> None:
        own = random.Random(seed)  # noqa: S311
        while True:
            worst = own.uniform(0.01, most)
            try:
                with budget.reserved("directory", worst, STOP):
                    for _ in range(
                        own.randint(1, 2)
                    ):  # a response, at times after a failed attempt
                        budget.bill(billed(worst * own.uniform(0, 0.5)))
                    time.sleep(0.0002)
                    observed.append(budget.spent)
            except MoneyExhausted:
                return

    with ThreadPoolExecutor(8) as pool:
        seeds = [chance.random() for _ in range(8)]
        for ended in [pool.submit(loop, each) for each in seeds]:
            ended.result()

    usable = cap - slice_of_synthesis
    assert max(observed) == pytest.approx(budget.spent)
    assert usable - most < budget.spent <= usable + 1e-9
    assert budget.spent == pytest.approx(sum(line.usd or 0 for line in budget.lines))
    assert budget.exhausted is not None


def test_a_call_waits_for_another_that_may_cost_less_than_it_has_reserved() -> None:
    budget = Budget(1.0)
    release = holding(budget, 0.7)
    waiter = waiting(budget, 0.7)

    assert waiter.is_alive()
    budget.bill(billed(0.1))
    release()
    waiter.join(20)

    assert not waiter.is_alive()
    assert budget.exhausted is None


def test_a_call_that_waits_in_vain_is_refused_when_the_money_is_spent() -> None:
    budget = Budget(1.0)
    release = holding(budget, 0.7)
    with ThreadPoolExecutor(1) as pool:
        reserving = pool.submit(reserve, budget, "directory", 0.7)
        budget.bill(billed(0.6))
        release()
        with pytest.raises(MoneyExhausted):
            reserving.result(20)


def test_a_stop_interrupts_a_waiting_call() -> None:
    budget, stop = Budget(1.0), StopSignal()
    release = holding(budget, 1.0)
    with ThreadPoolExecutor(1) as pool:
        reserving = pool.submit(reserve, budget, "directory", 0.5, stop)
        time.sleep(0.05)
        stop.set()
        with pytest.raises(Interrupted):
            reserving.result(20)
    release()


def test_only_the_synthesis_may_use_its_slice() -> None:
    budget = Budget(1.0)
    budget.set_slice("synthesis", 0.3)
    budget.bill(billed(0.6))

    with pytest.raises(MoneyExhausted, match=r"\$0\.30 is reserved for the synthesis"):
        reserve(budget, "directory", 0.2)
    with budget.reserved("synthesis", 0.4, STOP):
        budget.bill(billed(0.4))
    assert budget.spent == pytest.approx(1.0)


def test_a_pass_may_use_its_own_slice_and_no_other() -> None:
    budget = Budget(1.0)
    budget.set_slice("synthesis", 0.3)
    budget.set_slice("plan-revision", 0.2)
    budget.set_slice("plan", 0.0)
    budget.bill(billed(0.4))

    with pytest.raises(MoneyExhausted) as refused:
        reserve(budget, "directory", 0.2)
    assert ", $0.30 is reserved for the synthesis, $0.20 is reserved for the plan-revision" in str(
        refused.value
    )
    with budget.reserved("plan-revision", 0.3, STOP):
        pass
    with pytest.raises(MoneyExhausted):
        reserve(budget, "plan-revision", 0.31)
    with budget.reserved("synthesis", 0.4, STOP):
        pass


def test_the_refusal_says_the_cap_what_is_spent_and_what_to_do() -> None:
    budget = Budget(1.0)
    budget.bill(billed(0.93, answered=False))

    with pytest.raises(MoneyExhausted) as refused:
        reserve(budget, "directory", 0.13)

    assert str(refused.value) == (
        "the next call may cost up to $0.13, and $0.0700 is left of the cap of $1.00 ($0.93 is "
        "spent); run again to go on from here"
    )
    assert budget.exhausted is refused.value


def test_a_call_that_would_fit_into_no_run_of_this_cap_says_so() -> None:
    budget = Budget(1.0)
    budget.set_slice("synthesis", 0.5)

    with pytest.raises(MoneyExhausted, match="only a higher --max-usd helps") as refused:
        reserve(budget, "directory", 0.6)

    assert refused.value.fits_no_run
    assert budget.exhausted is None  # other directories may fit


def test_a_plan_that_cannot_be_paid_does_not_halt_the_directories() -> None:
    budget = Budget(0.1)

    with pytest.raises(MoneyExhausted):
        reserve(budget, "plan", 0.2)

    assert budget.exhausted is None


def test_a_retried_run_counts_what_it_has_spent() -> None:
    budget = Budget(1.0, lines=[billed(0.5), billed(None)])

    with pytest.raises(MoneyExhausted):
        reserve(budget, "directory", 0.6)
    assert len(budget.lines) == 2


def test_without_a_cap_or_a_price_nothing_is_refused() -> None:
    budget = Budget(None)
    budget.bill(billed(1_000.0))
    with budget.reserved("directory", 1_000.0, STOP):
        pass
    capped = Budget(1.0)
    with capped.reserved("directory", None, STOP):
        capped.bill(billed(None))
    assert capped.spent == 0


def test_what_a_pass_leaves_of_its_slice_is_for_directories_when_it_has_run() -> None:
    budget = Budget(1.0)
    budget.set_slice("synthesis", 0.3)
    budget.bill(billed(0.6))
    with pytest.raises(MoneyExhausted):
        reserve(budget, "directory", 0.2)

    assert budget.free_slices()
    budget.forget_refusals()
    assert budget.exhausted is None
    with budget.reserved("directory", 0.2, STOP):
        pass
    assert not budget.free_slices()  # there was no more


def test_only_of_many_calls_the_cheapest_tells_that_no_other_fits() -> None:
    budget = Budget(1.0)
    for _ in range(18):
        budget.bill(billed(0.05))
    budget.bill(billed(0.06))
    with pytest.raises(MoneyExhausted):
        reserve(budget, "directory", 0.05)
    assert budget.halted is not None  # $0.04 is left

    few = Budget(1.0)
    few.bill(billed(0.96))
    with pytest.raises(MoneyExhausted):
        reserve(few, "directory", 0.05)
    assert few.halted is None


def test_what_a_pass_paid_of_its_slice_does_not_count_twice_for_the_passes_after_it() -> None:
    budget = Budget(1.0)
    budget.set_slice("verification", 0.4)
    budget.bill(billed(0.3))
    budget.free_slice("verification")
    with budget.reserved("synthesis", 0.7, STOP):
        pass
    assert budget.free_slices()  # and directories have more than before
    assert not budget.free_slices()


def test_a_cap_without_slices_stays_exhausted() -> None:
    budget = Budget(1.0)
    budget.bill(billed(0.9))
    with pytest.raises(MoneyExhausted) as refused:
        reserve(budget, "directory", 0.2)

    assert not budget.free_slices()
    assert budget.exhausted is refused.value


Calls = list[tuple[str, float, float, float]]  # of a pass: the most, the least, and the bill of it
SHARES = some.floats(0, 1)


@given(
    cap=some.floats(0.01, 2),
    slice_=some.floats(0, 1),
    calls=some.lists(
        some.tuples(some.sampled_from(["directory", "synthesis"]), SHARES, SHARES, SHARES)
    ),
)
def test_no_order_of_calls_exceeds_the_cap_and_none_that_fits_is_refused(
    cap: float, slice_: float, calls: Calls
) -> None:
    budget = Budget(cap)
    budget.set_slice("synthesis", slice_ * cap)

    for pass_name, most, share, bill in calls:
        usable = cap if pass_name == "synthesis" else cap - slice_ * cap
        least = share * most
        try:
            with budget.reserved(pass_name, most, STOP, least) as usd:
                assert least <= usd <= most
                budget.bill(billed(bill * usd))
        except MoneyExhausted:
            assert budget.spent + least > usable
        assert budget.spent <= cap * (1 + 1e-9)


@given(
    cap=some.floats(0.1, 2), slice_=some.floats(0, 0.5), share=some.floats(0.01, 0.1), bills=SHARES
)
def test_calls_that_are_small_beside_the_cap_use_most_of_it(
    cap: float, slice_: float, share: float, bills: float
) -> None:
    budget, call = Budget(cap), share * cap
    budget.set_slice("synthesis", slice_ * cap)

    def spend() -> None:
        for _ in range(20_000):
            with budget.reserved("directory", call, STOP):
                budget.bill(billed(max(bills, 0.1) * call))

    with pytest.raises(MoneyExhausted):
        spend()
    with suppress(MoneyExhausted), budget.reserved("synthesis", call, STOP):
        budget.bill(billed(0.1 * call))
    if budget.free_slices():
        with pytest.raises(MoneyExhausted):
            spend()

    assert 0.85 * cap <= budget.spent <= cap * (1 + 1e-9)
