"""When files changed last: by git history where the target has one that can be read, else by mtime,
which says when a file was written here and not when its text changed."""

import heapq
from collections.abc import Iterable
from datetime import UTC, datetime

from luminos_core.git.history import History, NoHistory
from luminos_core.records.snapshot import FileKind, FileRecord, LastModified, RecentFile

_RECENT = 10
_NANO = 1_000_000_000


def last_modified_of(files: Iterable[FileRecord], found: History | NoHistory) -> LastModified:
    """Of the files of a snapshot. By git history, a file that was never committed counts by its
    mtime, and one whose last commit is beyond what was read has no known time."""
    if isinstance(found, NoHistory):
        dated = [(file.mtime_ns // _NANO, file.path) for file in files if _counts(file)]
        return LastModified(source="mtime", note=found.reason, recent=_latest(dated))
    dated = [
        (moment, file.path)
        for file in files
        if _counts(file) and (moment := _moment(file, found)) is not None
    ]
    times = {path: moment for moment, path in dated}
    return LastModified(source="git history", note=_note(found), recent=_latest(dated), times=times)


def _counts(file: FileRecord) -> bool:
    return file.kind is FileKind.FILE


def _moment(file: FileRecord, history: History) -> int | None:
    unread = file.mtime_ns // _NANO if history.complete else None
    return history.times.get(file.path, unread)


def _note(history: History) -> str:
    if history.oldest is None:
        return ""
    day = datetime.fromtimestamp(history.oldest, UTC).date().isoformat()
    return f"read back to {day}; what was not committed since has no known time"


def _latest(dated: list[tuple[int, str]]) -> tuple[RecentFile, ...]:
    """The last first, then by path."""
    latest = heapq.nsmallest(_RECENT, dated, key=lambda item: (-item[0], item[1]))
    return tuple(RecentFile(path=path, changed_at=moment) for moment, path in latest)
