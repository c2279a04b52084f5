"""The directories of a target that have no report, and why."""

from collections.abc import Collection, Iterator, Mapping

from luminos_core.records.directory import DirectoryState, LeftOut
from luminos_core.records.halt import Halt
from luminos_core.records.snapshot import Snapshot


def left_out(
    snapshot: Snapshot,
    reported: Collection[str],
    skipped: Mapping[str, str],
    halt: Halt | None,
) -> Iterator[LeftOut]:
    """Those of the tree that are not `reported`, then the excluded ones but for tools' own, which
    are none of the target's. `skipped`: the plan's reason for each that it leaves out."""
    not_reached = f"not reached: {halt.reason}" if halt else "not reached"
    for directory in snapshot.directories:
        path = directory.path
        if path in reported:
            continue
        if path in skipped:
            yield LeftOut(path=path, state=DirectoryState.SKIPPED, reason=skipped[path])
        else:
            yield LeftOut(path=path, state=DirectoryState.DEFERRED, reason=not_reached)
    for exclusion in snapshot.exclusions:
        if exclusion.is_directory and not exclusion.of_tool:
            yield LeftOut(
                path=exclusion.path,
                state=DirectoryState.EXCLUDED,
                reason=exclusion.reason,
                directories=max(exclusion.directories, 1),  # an uncounted tree is at least itself
            )
