"""Events of a run, for tests of its progress."""

from luminos_core.records.cost import LedgerLine
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import (
    CallBilled,
    DirectoryEnded,
    DirectoryStarted,
    ToolCalled,
    Waiting,
    WaitReason,
)


def started(directory: str) -> DirectoryStarted:
    return DirectoryStarted(directory=directory, turns=10, change="new")


def ended(directory: str, state: DirectoryState = DirectoryState.INVESTIGATED) -> DirectoryEnded:
    return DirectoryEnded(directory=directory, state=state, reason="", turns_used=2)


def called(directory: str, turn: int) -> ToolCalled:
    args = {"limit": None, "path": "a.py"}
    return ToolCalled(
        directory=directory, turn=turn, timestamp="", tool="read_file", args=args, result_length=1
    )


def billed(directory: str, tokens: int, usd: float | None) -> CallBilled:
    line = LedgerLine(
        at="",
        pass_name="directory",
        directory=directory,
        model="model-a",
        input=tokens,
        output=0,
        cache_read=0,
        cache_write=0,
        usd=usd,
        answered=True,
    )
    return CallBilled(line=line)


def waiting(directory: str, seconds: float) -> Waiting:
    return Waiting(directory=directory, seconds=seconds, reason=WaitReason.RATE_LIMIT)
