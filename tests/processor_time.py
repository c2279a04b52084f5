"""What work may cost of the processor: a load beside it changes that little, and the clock much."""

import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENDED = resource.RUSAGE_CHILDREN  # processes of ours that end meanwhile
_STEPS = 40_000  # of a loop, which take a millisecond


@contextmanager
def costs_less_than(seconds: float, of: int = resource.RUSAGE_SELF) -> Iterator[None]:
    """Of processor time. Choose a bound that only work of another order reaches."""
    before = _used(of)
    yield
    used = _used(of) - before
    assert used < seconds, f"{used:.2f} s of processor time"


def milliseconds(work: Callable[[], object]) -> float:
    """What `work` costs on a machine whose loop of 40,000 steps takes one; the least of trials."""
    trials = [(_seconds(work), _seconds(_loop)) for _ in range(20)]
    least, unit = map(min, zip(*trials, strict=True))
    return least / unit


def _used(of: int) -> float:
    used = resource.getrusage(of)
    return used.ru_utime + used.ru_stime


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _loop() -> int:
    return sum(number * number for number in range(_STEPS))
