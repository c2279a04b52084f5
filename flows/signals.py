"""Ctrl-C and a worker's SIGTERM end a run early, with a report; a second ctrl-C ends it at once."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from luminos_core.stop import StopSignal

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible(stop: StopSignal) -> Iterator[None]:
    """Set `stop` on the first signal. Outside of the main thread, where Python takes no signals,
    this changes nothing."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def request_stop(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, request_stop) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
