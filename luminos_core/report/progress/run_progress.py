"""The progress of a run at one moment, kept up to date from its events."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from pydantic import JsonValue

from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    AgentMessage,
    CallBilled,
    DirectoryEnded,
    DirectoryStarted,
    Estimated,
    Event,
    FlagRaised,
    PathsUnmatched,
    PhaseStarted,
    ServerSilent,
    ToolCalled,
    TurnStarted,
    Waiting,
    WaitReason,
    Warned,
)
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.scan_progress import ScanProgress


@dataclass(frozen=True)
class Spent:
    tokens: int = 0  # of all four kinds
    usd: float | None = 0.0  # None as soon as one price is unknown

    def with_line(self, line: LedgerLine) -> "Spent":
        usd = None if self.usd is None or line.usd is None else self.usd + line.usd
        return Spent(self.tokens + line.tokens, usd)


@dataclass(frozen=True)
class DirectoryProgress:
    """Of one directory that is being investigated."""

    path: str
    turns: int
    turn: int = 0
    last_action: str = ""  # before the first one: why the directory is investigated
    spent: Spent = Spent()


@dataclass(frozen=True)
class Wait:
    """A model call that is delayed."""

    until: float  # on the tracker's clock, in seconds
    reason: WaitReason


@dataclass(frozen=True)
class Silence:
    """The model's server answers nobody. Times are on the tracker's clock, in seconds."""

    at: float  # when it was last found out
    seconds: float  # that it had lasted then
    longest: float  # seconds for which the run waits

    def seconds_at(self, now: float) -> float:
        return self.seconds + max(now - self.at, 0.0)


@dataclass(frozen=True)
class RunProgress:
    silence: Silence | None = None  # while the model's server answers nobody
    phase: str = ""
    text: str = ""
    total: int = 0  # directories to investigate
    ended: Counter[DirectoryState] = field(default_factory=Counter)
    running: dict[str, DirectoryProgress] = field(default_factory=dict)  # in the order of starting
    waits: dict[str, Wait] = field(default_factory=dict)  # by directory; some may be over
    flags: FlagCounts = field(default_factory=partial(FlagCounts.of, ()))
    flagged: frozenset[tuple[str, ...]] = frozenset()  # the flags that are counted
    files: int = 0  # scanned so far
    size: int = 0  # bytes read so far
    spent: Spent = Spent()

    @property
    def done(self) -> int:
        return self.ended.total()

    def waits_at(self, now: float) -> dict[str, Wait]:
        """The waits that are not over."""
        return {path: wait for path, wait in self.waits.items() if wait.until > now}


class ProgressTracker:
    """Receives events from many threads; `progress` is consistent."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.progress = RunProgress()
        self._lock = threading.Lock()

    def update(self, event: Event) -> None:
        with self._lock:
            self.progress = _updated(self.progress, event, self.now())


def _updated(progress: RunProgress, event: Event, now: float) -> RunProgress:
    match event:
        case PhaseStarted() | ServerSilent():
            return _phase_updated(progress, event, now)
        case ScanProgress():
            return replace(progress, files=event.files, size=event.size)
        case FlagRaised():
            return progress if event.flag.is_doubted else _flagged(progress, event.flag)
        case Waiting():
            wait = Wait(now + event.seconds, event.reason)
            return replace(progress, waits=progress.waits | {event.directory: wait})
        case Estimated() | PathsUnmatched() | Warned():
            return progress
        case CallBilled():
            progress = replace(progress, spent=progress.spent.with_line(event.line))
    path = event.line.directory if isinstance(event, CallBilled) else event.directory
    return _directory_updated(progress, path, event)


def _flagged(progress: RunProgress, flag: Flag) -> RunProgress:
    new = [] if flag.group in progress.flagged else [flag.severity]
    counts = FlagCounts(progress.flags.flags + Counter(new), progress.flags.places + flag.places)
    return replace(progress, flags=counts, flagged=progress.flagged | {flag.group})


def _phase_updated(
    progress: RunProgress, event: PhaseStarted | ServerSilent, now: float
) -> RunProgress:
    if isinstance(event, ServerSilent):
        silence = Silence(now, event.seconds, event.longest)
        return replace(progress, silence=silence if event.reason else None)
    total, ended = progress.total, progress.ended
    if event.total is not None:
        total, ended = event.total, Counter()
    return replace(
        progress, phase=event.phase, text=event.text, total=total, ended=ended, silence=None
    )


def _directory_updated(progress: RunProgress, path: str, event: Event) -> RunProgress:
    """An event of a directory, or of another pass, ends its wait."""
    waits, running = dict(progress.waits), dict(progress.running)
    waits.pop(path, None)
    directory, ended = running.get(path), progress.ended
    match event:
        case DirectoryStarted():
            spent = directory.spent if directory else Spent()  # by an attempt that failed
            running[path] = DirectoryProgress(path, event.turns, 0, event.change, spent)
        case DirectoryEnded():
            running.pop(path, None)
            ended = ended + Counter([event.state])
        case _ if directory:  # neither another pass nor a directory that has ended
            running[path] = _advanced(directory, event)
    return replace(progress, waits=waits, running=running, ended=ended)


def _advanced(directory: DirectoryProgress, event: Event) -> DirectoryProgress:
    match event:
        case ToolCalled():
            return replace(directory, turn=event.turn, last_action=_call(event))
        case AgentMessage():
            return replace(directory, turn=event.turn, last_action=event.text)
        case TurnStarted():
            return replace(directory, turn=event.turn, turns=event.turns)
        case CallBilled():
            return replace(directory, spent=directory.spent.with_line(event.line))
    return directory


def _call(event: ToolCalled) -> str:
    """The tool with its first argument that is not empty, relative to the directory:
    "read_file a.py"."""
    argument = next((value for value in event.args.values() if value not in (None, "")), "")
    return f"{event.tool} {_text(argument).removeprefix(f'{event.directory}/')}".strip()


def _text(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
