"""A second scan opens what changed, and says the same as a first one would."""

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.records.snapshot import Snapshot
from luminos_core.scan import record
from luminos_core.scan import scan_cache as recall_module
from luminos_core.scan.context import ScanContext, nothing_known
from luminos_core.scan.last_scan import load_scan, store_scan
from luminos_core.scan.scan_cache import ScanCache
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that scans open, by path."""
    paths: list[str] = []
    read_files = record.read_files

    def recorded(entries, directory, identify):
        paths.extend(entry.path for entry in entries)
        return read_files(entries, directory, identify)

    monkeypatch.setattr(record, "read_files", recorded)
    return paths


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if every file had been left alone for a while before it was read."""
    monkeypatch.setattr(recall_module, "_GRAIN", -3_600_000_000_000)
    yield


def scan(target: Path, recall: ScanCache | None = None) -> Snapshot:
    context = ScanContext(lambda told: None, StopSignal(), recall or nothing_known())
    snapshot = take_snapshot(target, ScanOptions(), context)
    return replace(snapshot, scanned_at="")


def night(store: Store, target: Path) -> Snapshot:
    recall = load_scan(store, target, fresh=False)
    snapshot = scan(target, recall)
    store_scan(store, target, recall)
    return snapshot


def fill(target: Path) -> None:
    (target / "src").mkdir(parents=True)
    (target / "src/app.py").write_text("import os\n")
    (target / "src/caf\udce9\n.js").write_text("let x = 1\n")
    (target / "README").write_text("About.\n")
    (target / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))


def test_a_quiet_night_opens_nothing_and_writes_nothing(
    tmp_path: Path, opened: list[str], settled: None
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    first = night(store, target)
    assert len(opened) == 4
    opened.clear()
    (kept,) = (tmp_path / "store/scans").iterdir()
    written = kept.stat().st_mtime_ns
    assert night(store, target) == first
    assert opened == []
    assert kept.stat().st_mtime_ns == written


def _append(path: Path) -> None:
    path.write_text(path.read_text() + "# more\n")


def _rewrite_in_place(path: Path) -> None:
    """The same size, and its old mtime forged: only ctime tells."""
    seen = path.stat()
    path.write_text("import re\n")
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def _touch(path: Path) -> None:
    os.utime(path, ns=(1, 1))


def _replace(path: Path) -> None:
    other = path.with_name("other")
    shutil.copy2(path, other)
    other.rename(path)


@pytest.mark.parametrize("change", [_append, _rewrite_in_place, _touch, _replace])
def test_a_file_with_any_sign_of_a_change_is_read_again(
    tmp_path: Path, opened: list[str], settled: None, change
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    night(store, target)
    opened.clear()
    time.sleep(0.02)  # a tick of the file system's clock
    change(target / "src/app.py")
    again = night(store, target)
    assert opened == ["src/app.py"]
    assert again == scan(target)


def test_a_file_that_had_just_changed_is_read_again(tmp_path: Path, opened: list[str]) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    night(store, target)
    opened.clear()
    night(store, target)
    assert len(opened) == 4


@pytest.mark.parametrize("spoil", [b"", b"x", b"luminos-signed-1 " + b"0" * 64 + b"\n[]"])
def test_a_spoilt_memory_is_as_good_as_none(
    tmp_path: Path, opened: list[str], settled: None, spoil: bytes
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    first = night(store, target)
    opened.clear()
    (kept,) = (tmp_path / "store/scans").iterdir()
    kept.write_bytes(spoil)
    assert night(store, target) == first
    assert len(opened) == 4


def test_readings_made_by_other_rules_are_not_used(tmp_path: Path, settled: None) -> None:
    fill(tmp_path)
    recall = ScanCache("rules of today")
    scan(tmp_path, recall)
    stored = b"".join(recall.dump() or ())
    assert ScanCache.load("rules of today", stored).dump() is not None
    same, other = ScanCache.load("rules of today", stored), ScanCache.load("other rules", stored)
    scan(tmp_path, same)
    scan(tmp_path, other)
    assert same.dump() is None
    assert other.dump() is not None


def test_what_the_project_says_of_its_files_is_asked_anew(tmp_path: Path, settled: None) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    night(store, target)
    (target / ".gitattributes").write_text("*.py linguist-vendored linguist-language=Starlark\n")
    app = next(f for f in night(store, target).directory("src").files if f.name == "app.py")
    assert (app.vendored, app.language) == (True, "Starlark")


NAMES = st.sampled_from(["a.py", "b.h", "c", "caf\udce9", "two\nlines"])
PLACES = st.sampled_from([".", "x", "x/y"])
CONTENTS = st.sampled_from(["", "x = 1\n", "class A {};\n", "\0\1\2", "#!/bin/sh\n"])
EDITS = st.lists(st.tuples(PLACES, NAMES, st.none() | CONTENTS), max_size=6)


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(nights=st.lists(EDITS, min_size=2, max_size=4))
def test_whatever_changes_a_scan_with_a_memory_says_what_one_without_says(
    tmp_path_factory: pytest.TempPathFactory, settled: None, nights
) -> None:
    base = tmp_path_factory.mktemp("nights")
    store, target = Store(base / "store"), base / "target"
    fill(target)
    for edits in nights:
        for place, name, content in edits:
            path = target / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            if content is not None:
                path.write_text(content)
        assert night(store, target) == scan(target)
