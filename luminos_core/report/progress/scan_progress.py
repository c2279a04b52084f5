"""The progress of a scan: live on a terminal, one line at the end elsewhere."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from luminos_core.records.scan_progress import ScanObserver, ScanProgress
from luminos_core.text import formats
from luminos_core.text.escape import one_line


@contextmanager
def scan_progress(phase: str, name: str, stream: TextIO = sys.stderr) -> Iterator[ScanObserver]:
    """Show one phase, "scanning" or "counting lines in", of the scan of `name`."""
    rate = _Rate(f"{phase} {one_line(name)}")
    if not stream.isatty():
        yield rate.update
        stream.write(f"[scan] {rate.line()}\n")
        return
    from rich.console import Console  # slow to import, and needed on a terminal only
    from rich.live import Live
    from rich.text import Text

    def view() -> Text:
        return Text(rate.line(), no_wrap=True, overflow="ellipsis")

    console = Console(file=stream)
    with Live(console=console, transient=True, refresh_per_second=8, get_renderable=view):
        yield rate.update


class _Rate:
    def __init__(self, text: str) -> None:
        self._text = text
        self._started_at = time.monotonic()
        self._last = ScanProgress(files=0, size=0)

    def update(self, progress: ScanProgress) -> None:
        self._last = progress

    def line(self) -> str:
        """ "scanning linux: 86,581 files, 1.4 GB in 3.1 s (27,929 files/s, 452 MB/s)"."""
        elapsed = max(time.monotonic() - self._started_at, 0.001)
        files, size = self._last.files, self._last.size
        rate = f"{files / elapsed:,.0f} files/s, {formats.size(round(size / elapsed))}/s"
        done = f"{formats.pluralize(files, 'file')}, {formats.size(size)}"
        return f"{self._text}: {done} in {formats.duration(elapsed)} ({rate})"
