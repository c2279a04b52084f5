from collections.abc import Callable
from pathlib import Path

import pytest

from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.scan.scan_cache import ScanCache, empty_cache
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

Scan = Callable[..., Snapshot]


@pytest.fixture
def scan() -> Scan:
    """Scan a folder with options given by name, without progress."""

    def run(target: Path, cache: ScanCache | None = None, **options: object) -> Snapshot:
        context = ScanContext(lambda event: None, StopSignal(), cache or empty_cache())
        return take_snapshot(target, ScanOptions(**options), context)

    return run


@pytest.fixture
def scan_one(tmp_path: Path, scan: Scan) -> Callable[[str, bytes], FileRecord]:
    """The record of one file with the given name and content."""

    def run(name: str, content: bytes) -> FileRecord:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return next(
            file
            for found in scan(tmp_path).directories
            for file in found.files
            if file.path == name
        )

    return run
