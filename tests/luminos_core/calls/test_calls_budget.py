"""What a run may spend, shared by its threads."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

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
