"""The map of a target: every file of its tree, with what became of it."""

from collections.abc import Mapping, Sequence

from luminos_core.records.coverage import FileState
from luminos_core.records.directory import FileEntry
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.project import MappedFile
from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot

_NANO = 1_000_000_000


def map_files(snapshot: Snapshot, outcomes: Sequence[DirectoryOutcome]) -> tuple[MappedFile, ...]:
    """By path; without excluded ones. `outcomes` has every directory of the tree."""
    described = {
        entry.relative_path: _described(entry) for outcome in outcomes for entry in outcome.files
    }
    files = (_mapped(file, snapshot, described) for file in snapshot.files)
    return tuple(sorted(files, key=lambda file: file.path))


def _mapped(file: FileRecord, snapshot: Snapshot, described: Mapping[str, FileState]) -> MappedFile:
    return MappedFile(
        path=file.path,
        size=file.size,
        lines=file.lines,
        language=file.language,
        changed_at=_changed_at(file, snapshot),
        commits=snapshot.commit_counts.get(file.path, 0),
        state=_state(file, described),
    )


def _changed_at(file: FileRecord, snapshot: Snapshot) -> int | None:
    """By git's history where it was read, which then knows all files whose time is known."""
    if snapshot.last_modified.is_by_history:
        return snapshot.last_modified.times.get(file.path)
    return file.mtime_ns // _NANO if file.kind is FileKind.FILE else None


def _described(entry: FileEntry) -> FileState:
    if entry.not_parsed:
        return FileState.NOT_PARSED
    return FileState.PARTLY_READ if entry.partly_read else FileState.DESCRIBED


def _state(file: FileRecord, described: Mapping[str, FileState]) -> FileState:
    if file.problem:
        return FileState.UNREADABLE
    if file.is_hidden:
        return FileState.WITHHELD
    if state := described.get(file.path):
        return state
    if file.kind is not FileKind.FILE:
        return FileState.SPECIAL
    if file.binary:
        return FileState.BINARY
    return FileState.LISTED if file.size else FileState.DESCRIBED
