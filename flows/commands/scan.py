"""`luminos scan`: the base scan alone."""

import sys
from dataclasses import dataclass

from flows.scanning import scan
from luminos_core.scan.snapshot import ScanOptions
from luminos_core.scan.target import resolve_target
from luminos_core.scan.tree import render_tree
from luminos_core.stop import StopSignal


@dataclass(frozen=True, kw_only=True)
class ScanRequest:
    """What a person asked for."""

    target: str
    exclude: tuple[str, ...]
    include_hidden: bool
    fresh: bool
    depth: int  # levels of the tree to print
    as_json: bool


def run_scan(request: ScanRequest) -> int:
    options = ScanOptions(exclude=request.exclude, include_hidden=request.include_hidden)
    snapshot = scan(resolve_target(request.target), options, StopSignal(), fresh=request.fresh)
    if request.as_json:
        from luminos_core.report.snapshot_json import snapshot_json

        sys.stdout.buffer.write(snapshot_json(snapshot))
        return 0
    from rich.console import Console

    from luminos_core.report.terminal_scan import print_scan

    print_scan(snapshot, render_tree(snapshot, request.depth), Console())
    return 0
