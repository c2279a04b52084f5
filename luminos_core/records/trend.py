"""One run as a point of its target's trend: what is left of it when its folder is pruned."""

from typing import Literal

from pydantic import Field

from luminos_core.records.base import Record


class TrendPoint(Record):
    """Numbers of flags are of flags, not of their places."""

    run_id: str
    finished_at: str  # ISO 8601, UTC
    commit: str = ""  # of the target; "" without a repository
    branch: str = ""
    status: Literal["complete", "incomplete"]
    critical: int = 0
    concern: int = 0
    info: int = 0
    new: int | None = None  # in the code; None: there was no run to compare with
    resolved: int | None = None
    read_share: float | None = Field(ge=0, le=1)  # see `Coverage.read_share`
    directories: int
    files: int
    lines: int  # of source
    usd: float | None = 0.0  # None: a price is unknown
    seconds: float
