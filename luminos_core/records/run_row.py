"""A stored run in a list of them."""

from enum import StrEnum

from luminos_core.records.base import Record


class RunState(StrEnum):
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"
    INTERRUPTED = "interrupted"  # it has no report; a retry goes on with it
    WORKING = "working"
    UNREADABLE = "unreadable"  # its report was changed, or is of another version


class RunRow(Record):
    """What is unknown is None; a run without a report has no flags yet."""

    run_id: str
    target: str = ""
    at: str  # ISO 8601, UTC: its end; of a run without a report its last sign of life
    state: RunState
    flags: int | None = None
    critical: int | None = None
    concern: int | None = None
    info: int | None = None
    places: int | None = None
    new: int | None = None  # in the code, since the run before
    resolved: int | None = None
    read_share: float | None = None
    usd: float | None = None
    seconds: float | None = None
    commit: str = ""
    branch: str = ""
    failed: bool = False  # by its policy
    problem: str = ""  # why it is incomplete, or cannot be read
