"""Checking files while the scan reads the next ones: most of a check is waiting for a child."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Self

from luminos_core.records.snapshot import FileRecord

_ALONE = 1 << 20  # bytes that are checked before a second child would have started
_MOST = 4  # threads
_WAITING = 4  # files more than are checked at once; each has up to 4 MiB in memory

Check = Callable[[FileRecord, bytes], None]


class CheckThreads:
    """All files are checked when its context ends. An error of a check is raised there, or by the
    next `inspect`."""

    def __init__(self, check: Check, alone: int = _ALONE) -> None:
        """The first `alone` bytes are checked by the caller's thread."""
        self._check = check
        threads = min(_MOST, os.cpu_count() or 1)
        self._room = threading.BoundedSemaphore(threads + _WAITING)
        self._threads = ThreadPoolExecutor(threads, "check")
        self._error: BaseException | None = None
        self._alone = alone

    def __enter__(self) -> Self:
        return self

    def inspect(self, file: FileRecord, start: bytes) -> None:
        """Waits for room when checking is slower than reading."""
        if self._alone > 0:
            self._alone -= len(start)
            self._check(file, start)
            return
        self._room.acquire()
        self._raise_error()
        self._threads.submit(self._check, file, start).add_done_callback(self._ended)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._threads.shutdown(cancel_futures=error is not None)
        if error is None:
            self._raise_error()

    def _ended(self, check: Future[None]) -> None:
        self._room.release()
        if not check.cancelled():
            self._error = self._error or check.exception()

    def _raise_error(self) -> None:
        if self._error:
            raise self._error
