"""What a tool works on: the target's files, the directory at hand, and the notebook it fills."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from luminos_core.records.directory import DirectoryEntry, DirectoryReport, FileEntry
from luminos_core.records.event import Observer
from luminos_core.records.flag import Flag
from luminos_core.records.transcript import Notes
from luminos_core.sandboxed_dir import SandboxedDir


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass
class AgentState:
    """What one loop has written so far. Belongs to one thread."""

    files: dict[str, FileEntry] = field(default_factory=dict)  # by relative path
    entry: DirectoryEntry | None = None  # the directory's own, when the agent wrote one
    flags: list[Flag] = field(default_factory=list)
    doubted: set[tuple[str, str]] = field(default_factory=set)  # flags sent back once: `flag.py`

    def notes(self) -> Notes:
        """What is written at this moment."""
        return Notes(
            files=tuple(self.files.values()),
            entry=self.entry,
            flags=tuple(self.flags),
            doubted=tuple(sorted(self.doubted)),
        )

    def restore(self, notes: Notes) -> None:
        """Exactly these are written."""
        self.files = {entry.relative_path: entry for entry in notes.files}
        self.entry = notes.entry
        self.flags = list(notes.flags)
        self.doubted = set(notes.doubted)


@dataclass(frozen=True)
class ToolContext:
    """`directory` is the path of the directory at hand; `reports` are what a synthesis reads."""

    files: SandboxedDir
    directory: str
    state: AgentState
    observe: Observer
    reports: tuple[DirectoryReport, ...] = ()
    now: Callable[[], datetime] = utc_now
