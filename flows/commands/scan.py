"""`luminos scan`: the base scan alone."""

import sys

from luminos_core.records.scan_progress import ScanProgress
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.scan.target import resolve_target
from luminos_core.scan.tree import render_tree
from luminos_core.stop import StopSignal


def run_scan(
    target: str, exclude: tuple[str, ...], include_hidden: bool, *, depth: int, as_json: bool
) -> int:
    options = ScanOptions(exclude=exclude, include_hidden=include_hidden)
    snapshot = take_snapshot(resolve_target(target), options, _unwatched, StopSignal())
    if as_json:
        from luminos_core.report.snapshot_json import snapshot_json

        sys.stdout.buffer.write(snapshot_json(snapshot))
        return 0
    from rich.console import Console

    from luminos_core.report.terminal_scan import print_scan

    print_scan(snapshot, render_tree(snapshot, depth), Console())
    return 0


def _unwatched(progress: ScanProgress) -> None:
    """A scan of an ordinary tree is over before progress could be read."""
