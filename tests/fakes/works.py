"""Work on a directory, with defaults for what a test does not set."""

from pathlib import Path
from typing import Any

from luminos_core.records.directory import DirectoryKey, DirectoryWork
from luminos_core.records.plan import Assignment, Tier
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

_KEY = DirectoryKey(path="", files=(), children=(), prompt="", tools="", model="", schema_version=1)


def scanned(root: Path) -> Snapshot:
    """The base scan of `root`, hidden files included."""
    context = ScanContext(lambda event: None, StopSignal())
    return take_snapshot(root, ScanOptions(include_hidden=True), context)


def work_on(
    root: Path,
    directory: DirectoryRecord,
    tier: Tier = Tier.DEFAULT,
    turns: int = 14,
    **fields: Any,
) -> DirectoryWork:
    given = {"children": (), "flags": (), "survey": None, "notes": "", **fields}
    return DirectoryWork(
        target=str(root),
        target_name=root.name,
        directory=directory,
        assignment=Assignment(path=directory.path, tier=tier, turns=turns, band=0),
        key=_KEY.model_copy(update={"path": directory.path}),
        change="new",
        **given,
    )
