"""What a run is doing at this moment, kept from its events."""

import threading
from dataclasses import dataclass, field, replace
from typing import TypeVar

from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentSaid,
    CallBilled,
    DirectoryEnded,
    DirectoryStarted,
    Event,
    FlagRaised,
    PhaseStarted,
    ToolCalled,
)
from luminos_core.records.flag import Severity
from luminos_core.records.scan_progress import ScanProgress

_K = TypeVar("_K")


@dataclass(frozen=True)
class Running:
    """A directory at work."""

    directory: str
    turns: int
    turn: int = 0
    decision: str = ""  # what its agent did last


@dataclass(frozen=True)
class Score:
    """One moment of a run."""

    phase: str = ""
    text: str = ""
    total: int = 0  # directories to investigate
    ended: dict[DirectoryState, int] = field(default_factory=dict)
    running: dict[str, Running] = field(default_factory=dict)  # in the order they started
    flags: dict[Severity, int] = field(default_factory=dict)
    files: int = 0  # scanned so far
    size: int = 0  # bytes read so far
    tokens: int = 0  # of all four kinds
    usd: float | None = 0.0  # None as soon as one price is unknown

    @property
    def done(self) -> int:
        return sum(self.ended.values())


class Scoreboard:
    """Follows events from many threads; `score` is one consistent moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._score = Score()

    @property
    def score(self) -> Score:
        return self._score

    def follow(self, event: Event) -> None:
        with self._lock:
            self._score = _after(self._score, event)


def _after(score: Score, event: Event) -> Score:  # noqa: PLR0911 - one case a kind of event
    """The next moment; no part of `score` is changed."""
    match event:
        case PhaseStarted():
            total = score.total if event.total is None else event.total
            return replace(score, phase=event.phase, text=event.text, total=total)
        case ScanProgress():
            return replace(score, files=event.files, size=event.size)
        case DirectoryStarted():
            started = Running(event.directory, event.turns, decision=event.change)
            return replace(score, running=score.running | {event.directory: started})
        case ToolCalled() | AgentSaid():
            return _at_work(score, event)
        case CallBilled():
            return _billed(score, event.line)
        case FlagRaised():
            severity = event.flag.severity
            return replace(score, flags=_one_more(score.flags, severity))
        case DirectoryEnded():
            running = {p: at for p, at in score.running.items() if p != event.directory}
            return replace(score, running=running, ended=_one_more(score.ended, event.state))


def _billed(score: Score, line: LedgerLine) -> Score:
    known = score.usd is not None and line.usd is not None
    usd = (score.usd or 0.0) + (line.usd or 0.0) if known else None
    return replace(score, tokens=score.tokens + line.tokens, usd=usd)


def _at_work(score: Score, event: ToolCalled | AgentSaid) -> Score:
    directory = event.directory
    if directory not in score.running:  # a survey's or a synthesis's, or one that has ended
        return score
    decision = event.text if isinstance(event, AgentSaid) else _call(event)
    at = replace(score.running[directory], turn=event.turn, decision=decision)
    return replace(score, running=score.running | {directory: at})


def _call(event: ToolCalled) -> str:
    """The tool with its first argument that says something: "read_file src/a.py"."""
    shown = next((str(value) for value in event.args.values() if value not in (None, "")), "")
    return f"{event.tool} {shown}".strip()


def _one_more(counts: dict[_K, int], key: _K) -> dict[_K, int]:
    return counts | {key: counts.get(key, 0) + 1}
