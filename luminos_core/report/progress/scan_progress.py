"""How a base scan comes along, for who watches: live on a terminal, a line a phase elsewhere."""

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
    """Follow one phase of the scan of `name`: "scanning", "counting lines in". A terminal shows
    files and bytes a second while it goes on; any other stream gets one line at its end."""
    pace = _Pace(f"{phase} {one_line(name)}")
    if stream.isatty():
        with _live(pace, stream):
            yield pace.follow
        return
    yield pace.follow
    stream.write(f"[scan] {pace.line()}\n")


class _Pace:
    def __init__(self, text: str) -> None:
        self._text = text
        self._began = time.monotonic()
        self._last = ScanProgress(files=0, size=0)

    def follow(self, progress: ScanProgress) -> None:
        self._last = progress

    def line(self) -> str:
        """ "scanning linux: 86,581 files, 1.4 GB in 3.1 s (27,929 files/s, 452 MB/s)"."""
        passed = max(time.monotonic() - self._began, 0.001)
        files, size = self._last.files, self._last.size
        pace = f"{files / passed:,.0f} files/s, {formats.size(round(size / passed))}/s"
        done = f"{formats.pluralize(files, 'file')}, {formats.size(size)}"
        return f"{self._text}: {done} in {formats.duration(passed)} ({pace})"


@contextmanager
def _live(pace: _Pace, stream: TextIO) -> Iterator[None]:
    from rich.console import Console  # a scan that nobody watches does without
    from rich.live import Live
    from rich.text import Text

    def view() -> Text:
        return Text(pace.line(), no_wrap=True, overflow="ellipsis")

    console = Console(file=stream)
    with Live(console=console, transient=True, refresh_per_second=8, get_renderable=view):
        yield
