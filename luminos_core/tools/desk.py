"""What a tool works on: the target's files, the directory at hand, and the notebook it fills."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from luminos_core.beneath import Beneath
from luminos_core.records.directory import DirectoryEntry, DirectoryReport, FileEntry
from luminos_core.records.event import Observer
from luminos_core.records.flag import Flag


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class Notebook:
    """What one loop has written so far. Belongs to one thread."""

    files: dict[str, FileEntry] = field(default_factory=dict)  # by relative path
    entry: DirectoryEntry | None = None  # the directory's own, when the agent wrote one
    flags: list[Flag] = field(default_factory=list)
    doubted: set[tuple[str, str]] = field(default_factory=set)  # flags sent back once: `flag.py`


@dataclass(frozen=True)
class Desk:
    """`directory` is the path of the directory at hand; `reports` are what a synthesis reads."""

    files: Beneath
    directory: str
    notebook: Notebook
    observe: Observer
    reports: tuple[DirectoryReport, ...] = ()
    now: Callable[[], datetime] = utc_now
