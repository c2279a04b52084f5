"""Events of a run, for its observers: the run's folder, the terminal, the logs.

An observer is called from many threads and must not raise. A model's text and a flag may quote a
file; secrets are redacted in both.
"""

from collections.abc import Callable
from enum import StrEnum

from pydantic import JsonValue

from luminos_core.records.base import Record
from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryState
from luminos_core.records.estimate import Estimate
from luminos_core.records.flag import Flag
from luminos_core.records.scan_progress import ScanProgress


class PhaseStarted(Record):
    phase: str  # "scan", "analyze", "survey", "plan", "directories", "synthesis", "publish"
    text: str  # one line
    total: int | None = None  # directories, in the phase of that name


class Estimated(Record):
    """Before the first call that costs anything."""

    estimate: Estimate


class DirectoryStarted(Record):
    directory: str
    turns: int
    change: str  # why it is investigated: "new", "content changed: a.py"


class TurnStarted(Record):
    directory: str  # "(survey)" and the like for the other passes
    turn: int
    turns: int  # at most, with borrowed ones


class ToolCalled(Record):
    """A line of investigation.jsonl."""

    directory: str
    turn: int
    timestamp: str  # ISO 8601, UTC
    tool: str
    args: dict[str, JsonValue]  # long texts truncated; without `data`, which may hold whole files
    result_length: int  # characters


class InternalError(Record):
    """A bug that was caught, so that what was noted before it is not lost."""

    directory: str  # "." or "(survey)" and the like for the other passes
    part: str  # the tool or the pass that failed
    error: str  # kind and place in the source


class AgentMessage(Record):
    directory: str
    turn: int
    text: str  # one line


class CallBilled(Record):
    line: LedgerLine


class WaitReason(StrEnum):
    RATE_LIMIT = "rate limit"
    RETRY = "call failed"  # and is retried


class Waiting(Record):
    """A model call is delayed for `seconds`."""

    directory: str  # as in LedgerLine
    seconds: float
    reason: WaitReason


class ServerSilent(Record):
    """The model's server answers nobody, and all calls are held; or, without a `reason`, it answers
    again."""

    seconds: float  # for which it has not answered
    longest: float  # for which the run waits
    reason: str = ""  # of the latest failure


class PathsUnmatched(Record):
    """A plan names what it cannot place."""

    paths: tuple[str, ...]  # as the planner wrote them, some with a reason


class Warned(Record):
    """Something of the store is not used, and the run goes on without it."""

    text: str  # one line


class FlagRaised(Record):
    flag: Flag


class DirectoryEnded(Record):
    directory: str
    state: DirectoryState
    reason: str
    turns_used: int


Event = (
    PhaseStarted
    | ScanProgress
    | Estimated
    | DirectoryStarted
    | TurnStarted
    | ToolCalled
    | InternalError
    | AgentMessage
    | CallBilled
    | Waiting
    | ServerSilent
    | PathsUnmatched
    | Warned
    | FlagRaised
    | DirectoryEnded
)
Observer = Callable[[Event], None]
