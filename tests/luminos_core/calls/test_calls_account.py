import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from luminos_core.calls.budget import Budget
from luminos_core.errors import Interrupted, MoneyExhausted
from luminos_core.records.cost import LedgerLine, Pass
from luminos_core.stop import StopSignal

STOP = StopSignal()  # never set


def billed(usd: float | None, answered: bool = True) -> LedgerLine:
    return LedgerLine(
        at="2026-11-28T01:02:03+00:00",
        pass_name=Pass.DIRECTORY,
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
    """Another thread that holds a reservation until told to let go."""
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with budget.reserved(Pass.DIRECTORY, usd, STOP):
            held.set()
            let_go.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    assert held.wait(20)

    def release() -> None:
        let_go.set()
        thread.join()

    return release


def ask(budget: Budget, pass_name: Pass, usd: float, stop: StopSignal = STOP) -> None:
    """Ask for money in a test that ends before there is any."""
    with budget.reserved(pass_name, usd, stop):
        raise AssertionError("it was let through")


def waiting(budget: Budget, usd: float, stop: StopSignal = STOP) -> threading.Thread:
    """A thread that asks for `usd`, and is given some time to get no answer."""

    def ask() -> None:
        with budget.reserved(Pass.DIRECTORY, usd, stop):
            pass

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join(0.05)
    return thread


@pytest.mark.parametrize("start", range(20))
def test_parallel_calls_never_exceed_the_cap_and_use_nearly_all_of_it(start: int) -> None:
    chance = random.Random(start)  # noqa: S311 - a reproducible script
    cap, apart = chance.uniform(0.5, 2), chance.uniform(0, 0.2)
    most = 0.2  # of one call
    budget = Budget(cap, apart)
    watched: list[float] = []

    def loop(seed: float) -> None:
        own = random.Random(seed)  # noqa: S311
        while True:
            worst = own.uniform(0.01, most)
            try:
                with budget.reserved(Pass.DIRECTORY, worst, STOP):
                    for _ in range(own.randint(1, 2)):  # an answer, at times after a failed try
                        budget.enter(billed(worst * own.uniform(0, 0.5)))
                    time.sleep(0.0002)
                    watched.append(budget.spent)
            except MoneyExhausted:
                return

    with ThreadPoolExecutor(8) as pool:
        seeds = [chance.random() for _ in range(8)]
        for ended in [pool.submit(loop, each) for each in seeds]:
            ended.result()

    usable = cap - apart
    assert max(watched) == pytest.approx(budget.spent)
    assert usable - most < budget.spent <= usable + 1e-9
    assert budget.spent == pytest.approx(sum(line.usd or 0 for line in budget.lines))
    assert budget.exhausted is not None


def test_a_call_waits_for_another_that_may_cost_less_than_it_has_set_aside() -> None:
    budget = Budget(1.0)
    release = holding(budget, 0.7)
    asking = waiting(budget, 0.7)

    assert asking.is_alive()
    budget.enter(billed(0.1))
    release()
    asking.join(20)

    assert not asking.is_alive()
    assert budget.exhausted is None


def test_a_call_that_waits_in_vain_is_refused_when_the_money_is_spent() -> None:
    budget = Budget(1.0)
    release = holding(budget, 0.7)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, budget, Pass.DIRECTORY, 0.7)
        budget.enter(billed(0.6))
        release()
        with pytest.raises(MoneyExhausted):
            asked.result(20)


def test_a_waiting_call_hears_the_wish_to_stop() -> None:
    budget, stop = Budget(1.0), StopSignal()
    release = holding(budget, 1.0)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask, budget, Pass.DIRECTORY, 0.5, stop)
        time.sleep(0.05)
        stop.set()
        with pytest.raises(Interrupted):
            asked.result(20)
    release()


def test_only_the_synthesis_may_use_what_is_set_aside_for_it() -> None:
    budget = Budget(1.0, synthesis_slice=0.3)
    budget.enter(billed(0.6))

    with pytest.raises(MoneyExhausted, match=r"\$0\.30 is set aside for the synthesis"):
        ask(budget, Pass.DIRECTORY, 0.2)
    with budget.reserved(Pass.SYNTHESIS, 0.4, STOP):
        budget.enter(billed(0.4))
    assert budget.spent == pytest.approx(1.0)


def test_the_refusal_says_the_cap_what_is_spent_and_what_to_do() -> None:
    budget = Budget(1.0)
    budget.enter(billed(0.93, answered=False))

    with pytest.raises(MoneyExhausted) as refused:
        ask(budget, Pass.DIRECTORY, 0.13)

    assert str(refused.value) == (
        "the cap of $1.00 is reached: $0.93 is spent and the next call may cost up to $0.13; "
        "run again to go on from here"
    )
    assert budget.exhausted is refused.value


def test_a_call_that_would_fit_into_no_run_of_this_cap_says_so() -> None:
    budget = Budget(1.0, synthesis_slice=0.5)

    with pytest.raises(MoneyExhausted, match="only a higher --max-usd helps") as refused:
        ask(budget, Pass.DIRECTORY, 0.6)

    assert refused.value.fits_no_run
    assert budget.exhausted is None  # other directories may fit


def test_a_plan_that_cannot_be_paid_leaves_the_directories_to_try() -> None:
    budget = Budget(0.1)

    with pytest.raises(MoneyExhausted):
        ask(budget, Pass.PLAN, 0.2)

    assert budget.exhausted is None


def test_a_run_taken_up_again_goes_on_with_what_it_has_spent() -> None:
    budget = Budget(1.0, lines=[billed(0.5), billed(None)])

    with pytest.raises(MoneyExhausted):
        ask(budget, Pass.DIRECTORY, 0.6)
    assert len(budget.lines) == 2


def test_without_a_cap_or_a_price_nothing_is_in_the_way() -> None:
    budget = Budget(None)
    budget.enter(billed(1_000.0))
    with budget.reserved(Pass.DIRECTORY, 1_000.0, STOP):
        pass
    capped = Budget(1.0)
    with capped.reserved(Pass.DIRECTORY, None, STOP):
        capped.enter(billed(None))
    assert capped.spent == 0
