"""Coverage: every directory and every file counted once, by its state."""

from collections import Counter
from collections.abc import Mapping, Sequence

from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.directory import DirectoryState, FileEntry
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.snapshot import Count, FileKind, FileRecord, Snapshot


def count_coverage(snapshot: Snapshot, outcomes: Sequence[DirectoryOutcome]) -> Coverage:
    """`outcomes` has every directory of the tree and every excluded one."""
    excluded = sum(_excluded_directories(outcome) for outcome in outcomes)
    directories = _directories_by_state(outcomes)
    files = _files_by_state(snapshot, outcomes)
    return Coverage(
        total=len(snapshot.directories) + excluded,
        by_state=tuple(Count(name=state, count=directories[state]) for state in DirectoryState),
        files=snapshot.file_count + files[FileState.EXCLUDED],
        files_by_state=tuple(Count(name=state, count=files[state]) for state in FileState),
    )


def _excluded_directories(outcome: DirectoryOutcome) -> int:
    return outcome.directories if outcome.state is DirectoryState.EXCLUDED else 0


def _directories_by_state(outcomes: Sequence[DirectoryOutcome]) -> Counter[DirectoryState]:
    counts: Counter[DirectoryState] = Counter()
    for outcome in outcomes:
        counts[outcome.state] += outcome.directories
    return counts


def _files_by_state(snapshot: Snapshot, outcomes: Sequence[DirectoryOutcome]) -> Counter[FileState]:
    described = {
        entry.relative_path: _described(entry) for outcome in outcomes for entry in outcome.files
    }
    counts: Counter[FileState] = Counter()
    for directory in snapshot.directories:
        counts.update(_file_state(file, described) for file in directory.files)
    counts[FileState.EXCLUDED] = sum(
        exclusion.files if exclusion.is_directory else 1
        for exclusion in snapshot.exclusions
        if not exclusion.of_tool
    )
    return counts


def _described(entry: FileEntry) -> FileState:
    if entry.not_parsed:
        return FileState.NOT_PARSED
    return FileState.PARTLY_READ if entry.partly_read else FileState.DESCRIBED


def _file_state(file: FileRecord, described: Mapping[str, FileState]) -> FileState:
    if file.problem:
        return FileState.UNREADABLE
    if file.is_hidden:
        return FileState.WITHHELD
    if state := described.get(file.path):
        return state
    if file.kind is not FileKind.FILE:
        return FileState.SPECIAL
    return FileState.BINARY if file.binary else FileState.LISTED
