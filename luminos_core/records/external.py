"""What other programs that look for defects have said of the target."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.flag import Flag


class ToolState(StrEnum):
    RAN = "ran"
    SKIPPED = "skipped"  # it is not installed, or not set up
    UNKNOWN = "unknown"  # it was started, and what it would have found is not known


class ToolRun(Record):
    """One external tool in one audit."""

    name: str  # "ruff", or the SARIF file
    state: ToolState
    version: str = ""
    files: int = 0  # that it was given
    findings: int = 0  # about files of the tree
    reason: str = ""  # why it is skipped or unknown, and what to do; or a remark


class ToolFlag(Record):
    """A flag, and what kind of defect it is about."""

    flag: Flag
    family: str = ""  # as rules of the catalogue have it
    cwes: tuple[int, ...] = ()


class ToolReport(Record):
    run: ToolRun
    flags: tuple[ToolFlag, ...] = ()
    gap: str = ""  # why flags may be missing


class ToolResult(Record):
    """One result, as a tool has written it: nothing of it is trusted."""

    rule: str = ""
    text: str = ""
    level: str = ""  # "error", "warning", "note", "none"
    place: str = ""  # a path, or a URI
    line: int | None = None  # 1-based
    end_line: int | None = None
    cwes: tuple[int, ...] = ()
    score: float | None = None  # CVSS, 0 to 10


class ToolResults(Record):
    """What a tool has written."""

    tool: str = ""
    version: str = ""
    results: tuple[ToolResult, ...] = ()
    more: int = 0  # results beyond those that are kept
    suppressed: int = 0  # by a comment in the file, as the tool says
    unreadable: str = ""  # why nothing is known of its results
    problem: str = ""  # what the tool says it could not do
