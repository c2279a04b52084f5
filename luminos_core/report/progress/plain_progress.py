"""The progress of a run in lines, for a log, a pipe, or a file."""

import threading
from typing import Self, TextIO

from luminos_core.records.event import (
    DirectoryEnded,
    Estimated,
    Event,
    FlagRaised,
    PathsUnmatched,
    PhaseStarted,
    Waiting,
    Warned,
)
from luminos_core.report.progress.event_text import done, event_text, spent, unmatched_text
from luminos_core.report.progress.run_progress import ProgressTracker, RunProgress
from luminos_core.report.terminal.build_log import BuildLog
from luminos_core.text.build_commands import tame_line
from luminos_core.text.escape import one_line

_AI_PHASES = ("survey", "plan", "directories", "synthesis")
_LONG_WAIT = 10.0  # seconds
_TITLE = "Progress"


class PlainProgress:
    """A line for each phase, directory, flag and long wait, and one for the cost when the context
    ends. `record` is an observer for any thread. `log`: of the build server that shows it."""

    def __init__(self, stream: TextIO, log: BuildLog | None = None) -> None:
        self._stream = stream
        self._log = log
        self._lock = threading.Lock()
        self._tracker = ProgressTracker()

    def __enter__(self) -> Self:
        if self._log:
            self._write(self._log.begin(_TITLE))
        return self

    def __exit__(self, *_: object) -> None:
        if cost := spent(self._tracker.progress.spent):
            self._print(f"[run] {cost} in all")
        if self._log:
            self._write(self._log.end(_TITLE))

    def record(self, event: Event) -> None:
        with self._lock:
            before = self._tracker.progress
            self._tracker.update(event)
            text = _text(event, before, self._tracker.progress)
            if text is not None:
                self._print(f"[{_label(event)}] {text}")

    def _print(self, line: str) -> None:
        self._write(tame_line(line) + "\n")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # the reader is gone or the stream closed: work goes on
            return


def _text(event: Event, before: RunProgress, after: RunProgress) -> str | None:
    """None for an event without a line."""
    match event:
        case Waiting() if event.seconds < _LONG_WAIT:
            return None
        case DirectoryEnded():
            reason = f": {one_line(event.reason)}" if event.reason else ""
            return f"{event_text(event, before)}{reason} ({done(after)})"
        case PathsUnmatched():
            return unmatched_text(event)
        case FlagRaised(flag=flag):
            return f"{flag.label} {one_line(flag.location)}: {one_line(flag.finding)}"
    return event_text(event, before)


def _label(event: Event) -> str:
    match event:
        case FlagRaised():
            return "flag"
        case PhaseStarted(phase="scan" | "analyze"):
            return "scan"
        case PhaseStarted() if event.phase not in _AI_PHASES:
            return "run"
        case Estimated() | Warned():
            return "run"
    return "AI"
