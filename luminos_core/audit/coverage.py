"""Coverage: every directory and every file counted once, by its state."""

from collections import Counter
from collections.abc import Sequence

from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.project import MappedFile
from luminos_core.records.snapshot import Count, Snapshot


def count_coverage(
    snapshot: Snapshot, outcomes: Sequence[DirectoryOutcome], mapped: Sequence[MappedFile]
) -> Coverage:
    """`outcomes` has every directory of the tree and every excluded one, `mapped` every file of the
    tree."""
    excluded = sum(_excluded_directories(outcome) for outcome in outcomes)
    directories = _directories_by_state(outcomes)
    files = _files_by_state(snapshot, mapped)
    return Coverage(
        total=len(snapshot.directories) + excluded,
        by_state=tuple(Count(name=state, count=directories[state]) for state in DirectoryState),
        files=len(mapped) + files[FileState.EXCLUDED],
        files_by_state=tuple(Count(name=state, count=files[state]) for state in FileState),
    )


def _excluded_directories(outcome: DirectoryOutcome) -> int:
    return outcome.directories if outcome.state is DirectoryState.EXCLUDED else 0


def _directories_by_state(outcomes: Sequence[DirectoryOutcome]) -> Counter[DirectoryState]:
    counts: Counter[DirectoryState] = Counter()
    for outcome in outcomes:
        counts[outcome.state] += outcome.directories
    return counts


def _files_by_state(snapshot: Snapshot, mapped: Sequence[MappedFile]) -> Counter[FileState]:
    counts = Counter(file.state for file in mapped)
    counts[FileState.EXCLUDED] = sum(
        exclusion.files if exclusion.is_directory else 1
        for exclusion in snapshot.exclusions
        if not exclusion.of_tool
    )
    return counts
