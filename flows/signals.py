"""Ctrl-C, a worker's SIGTERM and a closed terminal end a run early, with a report."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from luminos_core.stop import StopSignal

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_AT_ONCE = 3  # the signal that waits for no report


@contextmanager
def interruptible(stop: StopSignal) -> Iterator[None]:
    """Set `stop` on the first signal. The second changes nothing, since the report is being made;
    the third is a KeyboardInterrupt."""
    received = 0

    def request_stop(number: int, frame: FrameType | None) -> None:
        nonlocal received
        received += 1
        stop.set()
        if received >= _AT_ONCE:
            raise KeyboardInterrupt

    with _handled_by(request_stop):
        yield


@contextmanager
def as_interrupts() -> Iterator[None]:
    """Each of the signals is a KeyboardInterrupt, so that what has begun is put in order."""
    with _handled_by(signal.default_int_handler):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """The signals change nothing."""
    with _handled_by(signal.SIG_IGN):
        yield


@contextmanager
def _handled_by(handler: Callable[..., Any] | signal.Handlers) -> Iterator[None]:
    """Outside of the main thread, where Python takes no signals, this changes nothing. Nor does it
    for a SIGHUP that is ignored: nohup asks for that."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    taken = [each for each in _SIGNALS if each != signal.SIGHUP or not _is_ignored(each)]
    before = {number: signal.signal(number, handler) for number in taken}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def _is_ignored(number: signal.Signals) -> bool:
    return signal.getsignal(number) is signal.SIG_IGN
