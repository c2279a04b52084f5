"""The progress of a run at one moment, kept up to date from its events."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    CallBilled,
    DirectoryEnded,
    DirectoryStarted,
    Estimated,
    Event,
    FlagRaised,
    PhaseStarted,
    Waiting,
    WaitReason,
)
from luminos_core.records.flag import Severity
from luminos_core.records.scan_progress import ScanProgress
from luminos_core.report.progress.directory_progress import DirectoryProgress, Spent

_K = TypeVar("_K")
_V = TypeVar("_V")


@dataclass(frozen=True)
class Wait:
    """A model call that is delayed."""

    until: float  # on the tracker's clock, in seconds
    reason: WaitReason


@dataclass(frozen=True)
class RunProgress:
    phase: str = ""
    text: str = ""
    total: int = 0  # directories to investigate
    ended: dict[DirectoryState, int] = field(default_factory=dict)
    running: dict[str, DirectoryProgress] = field(default_factory=dict)  # in the order of starting
    waits: dict[str, Wait] = field(default_factory=dict)  # by directory; some may be over
    flags: dict[Severity, int] = field(default_factory=dict)
    files: int = 0  # scanned so far
    size: int = 0  # bytes read so far
    spent: Spent = field(default_factory=Spent)

    @property
    def done(self) -> int:
        return sum(self.ended.values())

    def waits_at(self, now: float) -> dict[str, Wait]:
        """The waits that are not over."""
        return {path: wait for path, wait in self.waits.items() if wait.until > now}


class ProgressTracker:
    """Receives events from many threads; `progress` is consistent."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._lock = threading.Lock()
        self._progress = RunProgress()

    @property
    def progress(self) -> RunProgress:
        return self._progress

    def update(self, event: Event) -> None:
        with self._lock:
            self._progress = _updated(self._progress, event, self.now())


def _updated(progress: RunProgress, event: Event, now: float) -> RunProgress:
    match event:
        case PhaseStarted():
            total = progress.total if event.total is None else event.total
            return replace(progress, phase=event.phase, text=event.text, total=total)
        case ScanProgress():
            return replace(progress, files=event.files, size=event.size)
        case FlagRaised():
            return replace(progress, flags=_incremented(progress.flags, event.flag.severity))
        case Waiting():
            wait = Wait(now + event.seconds, event.reason)
            return replace(progress, waits=progress.waits | {event.directory: wait})
        case CallBilled():
            billed = replace(progress, spent=progress.spent.with_line(event.line))
            return _directory_updated(billed, event.line.directory, event)
    if not isinstance(event, Estimated):
        progress = _directory_updated(progress, event.directory, event)
    return progress


def _directory_updated(progress: RunProgress, path: str, event: Event) -> RunProgress:
    """An event of a directory, or of another pass, ends its wait."""
    if path in progress.waits:
        progress = replace(progress, waits=_without(progress.waits, path))
    directory = progress.running.get(path)
    match event:
        case DirectoryStarted():
            spent = directory.spent if directory else Spent()  # by an attempt that failed
            directory = DirectoryProgress(path, event.turns, last_action=event.change, spent=spent)
        case DirectoryEnded():
            ended = _incremented(progress.ended, event.state)
            return replace(progress, running=_without(progress.running, path), ended=ended)
    if directory is None:  # another pass, or a directory that has ended
        return progress
    return replace(progress, running=progress.running | {path: directory.after(event)})


def _incremented(counts: dict[_K, int], key: _K) -> dict[_K, int]:
    return counts | {key: counts.get(key, 0) + 1}


def _without(values: dict[str, _V], path: str) -> dict[str, _V]:
    return {key: value for key, value in values.items() if key != path}
