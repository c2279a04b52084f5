"""The progress of a run in lines, for a log, a pipe, or a file."""

import threading
from typing import Self, TextIO

from luminos_core.records.event import (
    DirectoryEnded,
    DirectoryStarted,
    Estimated,
    Event,
    FlagRaised,
    PhaseStarted,
    Waiting,
)
from luminos_core.report.estimate_line import estimate_line
from luminos_core.report.progress import event_text
from luminos_core.report.progress.run_progress import ProgressTracker, RunProgress
from luminos_core.text.escape import one_line

_LABELS = {  # of a phase's line; "run" for all others
    "scan": "scan",
    "analyze": "scan",
    "survey": "AI",
    "plan": "AI",
    "directories": "AI",
    "synthesis": "AI",
}
_LONG_WAIT = 10.0  # seconds


class PlainProgress:
    """A line for each phase, directory, flag and long wait, and one for the cost when the context
    ends. `record` is an observer for any thread."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._tracker = ProgressTracker()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if spent := event_text.spent(self._tracker.progress.spent):
            self._print(f"[run] {spent} in all")

    def record(self, event: Event) -> None:
        with self._lock:
            before = self._tracker.progress
            self._tracker.update(event)
            if line := _line(event, before, self._tracker.progress):
                self._print(line)

    def _print(self, line: str) -> None:
        try:
            self._stream.write(line + "\n")
            self._stream.flush()
        except (OSError, ValueError):  # the reader is gone or the stream closed: work goes on
            return


def _line(event: Event, before: RunProgress, after: RunProgress) -> str:
    """ "" for an event without a line."""
    match event:
        case PhaseStarted() | Estimated():
            return _run_line(event)
        case DirectoryStarted():
            return f"[AI] {event_text.started(event)}"
        case DirectoryEnded():
            ended = event_text.ended(event, before.running.get(event.directory))
            reason = f": {one_line(event.reason)}" if event.reason else ""
            return f"[AI] {ended}{reason} ({event_text.done(after)})"
        case Waiting() if event.seconds >= _LONG_WAIT:
            return f"[AI] {event_text.waiting(event)}"
        case FlagRaised():
            flag = event.flag
            return f"[flag] {flag.severity} {one_line(flag.location)}: {one_line(flag.finding)}"
    return ""


def _run_line(event: PhaseStarted | Estimated) -> str:
    if isinstance(event, Estimated):
        return f"[run] estimate: {estimate_line(event.estimate)}"
    return f"[{_LABELS.get(event.phase, 'run')}] {one_line(event.text)}"
