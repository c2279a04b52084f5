"""How much of a target one audit has looked at."""

from enum import StrEnum
from typing import Self

from pydantic import model_validator

from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState
from luminos_core.records.snapshot import Count


class FileState(StrEnum):
    """What is known of a file beyond the scan's facts."""

    DESCRIBED = "described"  # it has an entry; or it is empty, and needs none
    NOT_PARSED = "not parsed"  # as described, but no parser could read it within its limits
    PARTLY_READ = "partly read"  # as described, but it is longer than what is read of one
    LISTED = "listed"  # a text file without an entry
    BINARY = "binary"
    UNREADABLE = "unreadable"  # no permission, vanished during the scan, ...
    SPECIAL = "special"  # a link, a FIFO, a socket, a device: never opened
    WITHHELD = "withheld"  # known for secrets by its name
    EXCLUDED = "excluded"  # by a rule


_NOT_READ_WHOLE = (
    FileState.NOT_PARSED,
    FileState.PARTLY_READ,
    FileState.LISTED,
    FileState.UNREADABLE,
)


class Coverage(Record):
    """The numbers of directories and files by state. Both must add up to their totals."""

    total: int  # directories, those in excluded trees included
    by_state: tuple[Count, ...]  # every `DirectoryState`, in its order
    files: int = 0  # excluded ones included
    files_by_state: tuple[Count, ...] = ()  # every `FileState`, in its order

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        for total, counts in ((self.total, self.by_state), (self.files, self.files_by_state)):
            if sum(count.count for count in counts) != total:
                raise ValueError(f"coverage does not add up to {total}: {counts}")
        return self

    @property
    def complete_directories(self) -> int:
        """Directories with a complete result, of this run or stored."""
        complete = {state for state in DirectoryState if state.is_complete}
        return sum(count.count for count in self.by_state if count.name in complete)

    @property
    def read_share(self) -> float | None:
        """Of the files that may be read as text, how many were read whole, from 0 to 1; None when
        there are none. Binary, special, withheld and excluded ones do not count."""
        count = {each.name: each.count for each in self.files_by_state}
        read = count.get(FileState.DESCRIBED, 0)
        total = read + sum(count.get(state, 0) for state in _NOT_READ_WHOLE)
        return read / total if total else None
