"""What a server answers, and what is to come of it: rows for tables of tests."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from luminos_core.records.directory import DirectoryState
from tests.fakes.http_investigation import Investigated
from tests.fakes.messages_server import (
    Answer,
    Failure,
    Script,
    reply,
    text,
    thinking,
    tool_use,
)

Block = dict[str, Any]
Investigated = Callable[..., Investigated]  # the fixture `investigated`

INVESTIGATED = DirectoryState.INVESTIGATED
PARTIAL = DirectoryState.PARTIAL
FAILED = DirectoryState.FAILED
REFUSED = DirectoryState.REFUSED
DEFERRED = DirectoryState.DEFERRED

OTHER = "claude-opus-5-5"  # the fallback model
YES, NO = True, False  # of an attempt on the bill: whether it was answered


def reads(path: str = "src/a.py", **fields: Any) -> Block:
    return tool_use("read_file", {"path": path}, **fields)


def keeps(path: str = "src/a.py", summary: str = "A script.") -> Block:
    return tool_use("write_cache", {"kind": "file", "path": path, "data": {"summary": summary}})


def submits(summary: str = "Two scripts.", **fields: Any) -> Block:
    return tool_use("submit_report", {"summary": summary, "completeness": 1.0, **fields})


def fails(status: int, **fields: Any) -> Failure:
    return Failure(status, **{"kind": "api_error", **fields})


READS = reply(thinking("What is there?"), text("Reading."), reads())
KEEPS = reply(keeps())
SUBMITS = reply(thinking("Enough."), submits())
CUT_CALL = reply(tool_use("submit_report", '{"summary": "Two scr'), stop_reason="max_tokens")
REFUSES = reply(text("I cannot"), stop_reason="refusal", refusal_category="cyber")
PAUSES = reply(text("Let me see. "), stop_reason="pause_turn")
TOO_LONG = Failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000")
LONG = reply(text("Cut." * 500))  # more than one packet


@dataclass(frozen=True)
class Row:
    """What the server answers, in order or by a script, and what comes of it. It fails the test to
    ask for more answers than there are."""

    answers: tuple[Answer | Script, ...]
    state: DirectoryState = INVESTIGATED
    reason: str = ""  # "…" stands for anything
    bill: tuple[bool, ...] = (YES,)  # the attempts that cost something: whether each was answered
    free: int = 0  # calls that cost nothing
    turns_used: int | None = None  # of four; not asked when None
    given: dict[str, Any] = field(default_factory=dict)  # settings


def row(*answers: Answer | Script, **fields: Any) -> Row:
    return Row(answers=answers, **fields)


def check(row: Row, told: Investigated) -> None:
    report = told.report
    assert report is not None, told.raised
    assert (report.state, matching(row.reason, report.reason)) == (row.state, report.reason)
    assert told.refused == []
    assert tuple(told.answered) == row.bill
    assert told.calls == len(row.bill) + row.free
    assert told.billed == told.counted
    if row.turns_used is not None:
        assert report.turns_used == row.turns_used


def matching(pattern: str, words: str) -> str:
    """`words` when they are like `pattern`, else `pattern`."""
    start, _, end = pattern.partition("…")
    fits = words.startswith(start) and words.endswith(end) and ("…" in pattern or words == pattern)
    return words if fits else pattern
