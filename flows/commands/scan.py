"""`luminos scan`: the base scan alone."""

import sys

from luminos_core.records.event import Event
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
        sys.stdout.write(snapshot.model_dump_json(indent=2) + "\n")
        return 0
    from rich.console import Console

    from luminos_core.report.terminal_scan import print_scan

    print_scan(snapshot, render_tree(snapshot, depth), Console())
    return 0


def _unwatched(event: Event) -> None:
    """A scan of an ordinary tree is over before progress could be read."""
