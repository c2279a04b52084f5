"""When files were last changed: by commit where the git history can be read, else by mtime, which
is when a file was written on this disk and not when its content changed."""

import heapq
from collections.abc import Iterable
from datetime import UTC, datetime

from luminos_core.git.commit_times import CommitTimes, NoCommitTimes
from luminos_core.records.snapshot import BY_HISTORY, FileKind, FileRecord, LastModified, RecentFile

_SHOWN = 10
_NANO = 1_000_000_000


def last_modified_of(
    files: Iterable[FileRecord], found: CommitTimes | NoCommitTimes
) -> LastModified:
    """With commit times, a file that was never committed has its mtime, and one whose last commit
    is older than what was read has no known time."""
    if isinstance(found, NoCommitTimes):
        dated = [(file.mtime_ns // _NANO, file.path) for file in files if _is_regular(file)]
        return LastModified(source="mtime", note=found.reason, recent=_latest(dated))
    dated = [
        (time, file.path)
        for file in files
        if _is_regular(file) and (time := _time_of(file, found)) is not None
    ]
    times = {path: time for time, path in dated}
    return LastModified(source=BY_HISTORY, note=_note(found), recent=_latest(dated), times=times)


def _is_regular(file: FileRecord) -> bool:
    return file.kind is FileKind.FILE


def _time_of(file: FileRecord, commits: CommitTimes) -> int | None:
    uncommitted = file.mtime_ns // _NANO if commits.complete else None
    return commits.times.get(file.path, uncommitted)


def _note(commits: CommitTimes) -> str:
    if commits.oldest is None:
        return ""
    day = datetime.fromtimestamp(commits.oldest, UTC).date().isoformat()
    clone = "a shallow clone, " if commits.shallow else ""
    return f"{clone}read back to {day}; what was not committed since has no known time"


def _latest(dated: list[tuple[int, str]]) -> tuple[RecentFile, ...]:
    """The latest first, then by path."""
    latest = heapq.nsmallest(_SHOWN, dated, key=lambda item: (-item[0], item[1]))
    return tuple(RecentFile(path=path, changed_at=time) for time, path in latest)
