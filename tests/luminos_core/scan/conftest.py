from collections.abc import Callable
from pathlib import Path

import pytest

from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.scan.context import ScanContext, nothing_known
from luminos_core.scan.scan_cache import ScanCache
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

Scan = Callable[..., Snapshot]


@pytest.fixture
def scan() -> Scan:
    """Scan a folder with options given by name, telling nobody."""

    def run(target: Path, recall: ScanCache | None = None, **options: object) -> Snapshot:
        asked = ScanOptions(**options)
        context = ScanContext(lambda event: None, StopSignal(), recall or nothing_known())
        return take_snapshot(target, asked, context)

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
