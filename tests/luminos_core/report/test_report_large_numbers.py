"""Numbers of any size: those of sparse files add up to more than 64 bits."""

import json
import os
from dataclasses import replace
from pathlib import Path

from luminos_core.records.snapshot import CategoryTotal
from luminos_core.report.snapshot_json import snapshot_json
from luminos_core.report.treemap.treemap_page import treemap_page
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal

HUGE = (1 << 63) - 1


def test_a_snapshot_of_numbers_over_64_bits_is_json_and_a_page(tmp_path: Path) -> None:
    (tmp_path / "größe.py").write_text("x = 1\n")
    taken = take_snapshot(tmp_path, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    usual = json.loads(snapshot_json(taken))
    file = taken.directories[0].files[0]
    directory = replace(taken.directories[0], files=(replace(file, size=3 * HUGE),))
    total = CategoryTotal(category=file.category, files=3, size=3 * HUGE)
    found = replace(taken, directories=(directory,), categories=(total,), disk_use=3 * HUGE)
    written = snapshot_json(found)
    read = json.loads(written)
    assert written.endswith(b"}\n")
    assert (read["disk_use"], read["categories"][0]["size"]) == (3 * HUGE, 3 * HUGE)
    assert read.keys() == usual.keys()
    assert read["signals"] == usual["signals"]
    assert str(3 * HUGE) in treemap_page(found)


def test_a_time_of_change_beyond_64_bits_is_the_last_that_they_hold(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    os.utime(tmp_path / "a.py", ns=(1, HUGE + 10**9))
    taken = take_snapshot(tmp_path, ScanOptions(), ScanContext(lambda event: None, StopSignal()))
    assert next(taken.files).mtime_ns <= HUGE
    assert snapshot_json(taken)
