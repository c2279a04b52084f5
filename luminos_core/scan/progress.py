"""How far a scan has come, told now and then; and the place where it hears that it must stop."""

import time

from luminos_core.records.scan_progress import ScanObserver, ScanProgress
from luminos_core.stop import StopSignal

_INTERVAL = 0.1  # seconds between two events, at least


class Progress:
    def __init__(self, observe: ScanObserver, stop: StopSignal) -> None:
        self._observe = observe
        self._stop = stop
        self._files = 0
        self._size = 0
        self._next = time.monotonic() + _INTERVAL

    def check(self) -> None:
        """Interrupted when the person asked to stop."""
        self._stop.check()

    def add(self, size: int) -> None:
        """One more file, of `size` bytes. Interrupted when the person asked to stop."""
        self._stop.check()
        self._files += 1
        self._size += size
        if time.monotonic() >= self._next:
            self.tell()

    def tell(self) -> None:
        self._observe(ScanProgress(files=self._files, size=self._size))
        self._next = time.monotonic() + _INTERVAL
