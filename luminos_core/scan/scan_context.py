"""What a scan is given besides its target: who observes it, who may stop it, and its cache."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from luminos_core.records.scan_progress import ScanObserver, ScanProgress
from luminos_core.records.snapshot import FileRecord
from luminos_core.scan.scan_cache import ScanCache, empty_cache
from luminos_core.stop import StopSignal

_INTERVAL = 0.1  # seconds between two progress events, at least

Inspect = Callable[[FileRecord, bytes], None]  # a file that was read, and up to 4 MiB of its start


@dataclass(frozen=True)
class ScanContext:
    """Files that have not changed since `cache` was filled are not opened again, and the cache
    stores what this scan reads. `inspect` is called for every file that is read, while its bytes
    are in memory."""

    observe: ScanObserver
    stop: StopSignal
    cache: ScanCache = field(default_factory=empty_cache)
    inspect: Inspect | None = None


class ProgressReporter:
    """Counts files and bytes, and reports them ten times a second."""

    def __init__(self, observe: ScanObserver, stop: StopSignal) -> None:
        self._observe = observe
        self._stop = stop
        self._files = 0
        self._size = 0
        self._next = time.monotonic() + _INTERVAL

    def add(self, size: int) -> None:
        """Count one more file, of `size` bytes. Interrupted when the stop signal is set."""
        self._stop.check()
        self._files += 1
        self._size += size
        if time.monotonic() >= self._next:
            self.report()

    def report(self) -> None:
        self._observe(ScanProgress(files=self._files, size=self._size))
        self._next = time.monotonic() + _INTERVAL
