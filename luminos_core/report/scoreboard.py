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
from luminos_core.report.running import Running, Spent

_K = TypeVar("_K")
_V = TypeVar("_V")


@dataclass(frozen=True)
class Wait:
    """A call that is held back."""

    until: float  # on the scoreboard's clock, in seconds
    reason: WaitReason


@dataclass(frozen=True)
class Score:
    """One moment of a run."""

    phase: str = ""
    text: str = ""
    total: int = 0  # directories to investigate
    ended: dict[DirectoryState, int] = field(default_factory=dict)
    running: dict[str, Running] = field(default_factory=dict)  # in the order they started
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


class Scoreboard:
    """Follows events from many threads; `score` is one consistent moment."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self._lock = threading.Lock()
        self._score = Score()

    @property
    def score(self) -> Score:
        return self._score

    def follow(self, event: Event) -> None:
        with self._lock:
            self._score = _after(self._score, event, self.now())


def _after(score: Score, event: Event, now: float) -> Score:
    """The next moment; no part of `score` is changed."""
    match event:
        case PhaseStarted():
            total = score.total if event.total is None else event.total
            return replace(score, phase=event.phase, text=event.text, total=total)
        case ScanProgress():
            return replace(score, files=event.files, size=event.size)
        case FlagRaised():
            return replace(score, flags=_one_more(score.flags, event.flag.severity))
        case Waiting():
            wait = Wait(now + event.seconds, event.reason)
            return replace(score, waits=score.waits | {event.directory: wait})
        case CallBilled():
            billed = replace(score, spent=score.spent.with_line(event.line))
            return _at_work(billed, event.line.directory, event)
    return score if isinstance(event, Estimated) else _at_work(score, event.directory, event)


def _at_work(score: Score, directory: str, event: Event) -> Score:
    """A directory, the survey or the like has done something: it waits no more."""
    if directory in score.waits:
        score = replace(score, waits=_without(score.waits, directory))
    at = score.running.get(directory)
    match event:
        case DirectoryStarted():
            paid = at.spent if at else Spent()  # by an attempt that failed
            at = Running(directory, event.turns, decision=event.change, spent=paid)
        case DirectoryEnded():
            ended = _one_more(score.ended, event.state)
            return replace(score, running=_without(score.running, directory), ended=ended)
    if at is None:  # a survey's or a synthesis's, or one that has ended
        return score
    return replace(score, running=score.running | {directory: at.after(event)})


def _one_more(counts: dict[_K, int], key: _K) -> dict[_K, int]:
    return counts | {key: counts.get(key, 0) + 1}


def _without(known: dict[str, _V], directory: str) -> dict[str, _V]:
    return {path: value for path, value in known.items() if path != directory}
