"""What a run is doing at this moment, kept from its events."""

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
    """A call that is held back."""

    until: float  # on the tracker's clock, in seconds
    reason: WaitReason


@dataclass(frozen=True)
class RunProgress:
    """One moment of a run."""

    phase: str = ""
    text: str = ""
    total: int = 0  # directories to investigate
    ended: dict[DirectoryState, int] = field(default_factory=dict)
    running: dict[str, DirectoryProgress] = field(default_factory=dict)  # in the order they started
    waits: dict[str, Wait] = field(default_factory=dict)  # by directory; some may be over
    flags: dict[Severity, int] = field(default_factory=dict)
    files: int = 0  # scanned so far
    size: int = 0  # bytes read so far
    spent: Spent = field(default_factory=Spent)

    @property
    def done(self) -> int:
        return sum(self.ended.values())

    def waits_at(self, now: float) -> dict[str, Wait]:
        """Those that are not over yet."""
        return {path: wait for path, wait in self.waits.items() if wait.until > now}


class ProgressTracker:
    """Follows events from many threads; `progress` is one consistent moment."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._lock = threading.Lock()
        self._score = RunProgress()

    @property
    def progress(self) -> RunProgress:
        return self._score

    def update(self, event: Event) -> None:
        with self._lock:
            self._score = _after(self._score, event, self.now())


def _after(progress: RunProgress, event: Event, now: float) -> RunProgress:
    """The next moment; no part of `progress` is changed."""
    match event:
        case PhaseStarted():
            total = progress.total if event.total is None else event.total
            return replace(progress, phase=event.phase, text=event.text, total=total)
        case ScanProgress():
            return replace(progress, files=event.files, size=event.size)
        case FlagRaised():
            return replace(progress, flags=_one_more(progress.flags, event.flag.severity))
        case Waiting():
            wait = Wait(now + event.seconds, event.reason)
            return replace(progress, waits=progress.waits | {event.directory: wait})
        case CallBilled():
            billed = replace(progress, spent=progress.spent.with_line(event.line))
            return _at_work(billed, event.line.directory, event)
    return progress if isinstance(event, Estimated) else _at_work(progress, event.directory, event)


def _at_work(progress: RunProgress, directory: str, event: Event) -> RunProgress:
    """A directory, the survey or the like has done something: it waits no more."""
    if directory in progress.waits:
        progress = replace(progress, waits=_without(progress.waits, directory))
    at = progress.running.get(directory)
    match event:
        case DirectoryStarted():
            paid = at.spent if at else Spent()  # by an attempt that failed
            at = DirectoryProgress(directory, event.turns, decision=event.change, spent=paid)
        case DirectoryEnded():
            ended = _one_more(progress.ended, event.state)
            return replace(progress, running=_without(progress.running, directory), ended=ended)
    if at is None:  # a survey's or a synthesis's, or one that has ended
        return progress
    return replace(progress, running=progress.running | {directory: at.after(event)})


def _one_more(counts: dict[_K, int], key: _K) -> dict[_K, int]:
    return counts | {key: counts.get(key, 0) + 1}


def _without(known: dict[str, _V], directory: str) -> dict[str, _V]:
    return {path: value for path, value in known.items() if path != directory}
