"""What a server answers, and the expected result: rows for tables of tests."""

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
Investigate = Callable[..., Investigated]  # the fixture `investigate`

INVESTIGATED = DirectoryState.INVESTIGATED
PARTIAL = DirectoryState.PARTIAL
FAILED = DirectoryState.FAILED
REFUSED = DirectoryState.REFUSED
DEFERRED = DirectoryState.DEFERRED

OTHER = "claude-opus-5-5"  # the fallback model
YES, NO = True, False  # of an attempt on the bill: whether it was answered


def reads(path: str = "src/a.py", **fields: Any) -> Block:
    return tool_use("read_file", {"path": path}, **fields)


def writes_entry(path: str = "src/a.py", summary: str = "A script.") -> Block:
    return tool_use("write_cache", {"kind": "file", "path": path, "data": {"summary": summary}})


def submits(summary: str = "Two scripts.", **fields: Any) -> Block:
    return tool_use("submit_report", {"summary": summary, "completeness": 1.0, **fields})


def fails(status: int, **fields: Any) -> Failure:
    return Failure(status, **{"kind": "api_error", **fields})


READS = reply(thinking("What is there?"), text("Reading."), reads())
WRITES = reply(writes_entry())
SUBMITS = reply(thinking("Enough."), submits())
CUT_CALL = reply(tool_use("submit_report", '{"summary": "Two scr'), stop_reason="max_tokens")
REFUSES = reply(text("I cannot"), stop_reason="refusal", refusal_category="cyber")
PAUSES = reply(text("Let me see. "), stop_reason="pause_turn")
TOO_LONG = Failure(400, "invalid_request_error", "prompt is too long: 210000 tokens > 200000")
LONG = reply(text("Cut." * 500))  # more than one packet


@dataclass(frozen=True)
class Row:
    """What the server answers, in order or by a script, and the expected result. A request after
    the last answer fails the test."""

    answers: tuple[Answer | Script, ...]
    state: DirectoryState = INVESTIGATED
    reason: str = ""  # "…" stands for anything
    bill: tuple[bool, ...] = (YES,)  # the attempts that cost something: whether each was answered
    free: int = 0  # calls that cost nothing
    turns_used: int | None = None  # of four; not checked when None
    given: dict[str, Any] = field(default_factory=dict)  # settings


def row(*answers: Answer | Script, **fields: Any) -> Row:
    return Row(answers=answers, **fields)


def check(row: Row, result: Investigated) -> None:
    report = result.report
    assert report is not None, result.raised
    assert (report.state, matching(row.reason, report.reason)) == (row.state, report.reason)
    assert result.refused == []
    assert tuple(result.answered) == row.bill
    assert result.calls == len(row.bill) + row.free
    assert result.billed == result.counted
    if row.turns_used is not None:
        assert report.turns_used == row.turns_used


def matching(pattern: str, text: str) -> str:
    """`text` when it matches `pattern`, else `pattern`."""
    start, _, end = pattern.partition("…")
    fits = text.startswith(start) and text.endswith(end) and ("…" in pattern or text == pattern)
    return text if fits else pattern
