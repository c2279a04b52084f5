"""A second scan opens what changed, and has the same result as a first one."""

import os
import shutil
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from luminos_core.records.snapshot import Snapshot
from luminos_core.scan import file_recorder, scan_cache
from luminos_core.scan.scan_cache import ScanCache, empty_cache, load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.store.layout import Store
from tests.fakes.trees import make_tree


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that scans open, by path."""
    paths: list[str] = []
    read_files = file_recorder.read_files

    def recorded(entries, directory, identify):
        paths.extend(entry.path for entry in entries)
        return read_files(entries, directory, identify)

    monkeypatch.setattr(file_recorder, "read_files", recorded)
    return paths


@pytest.fixture
def unchanged_for_long(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if every file had been left alone for a while before it was read."""
    monkeypatch.setattr(scan_cache, "_CLOCK_GRANULARITY", -3_600_000_000_000)
    yield


def scan(target: Path, cache: ScanCache | None = None) -> Snapshot:
    context = ScanContext(lambda event: None, StopSignal(), cache or empty_cache())
    snapshot = take_snapshot(target, ScanOptions(), context)
    return replace(snapshot, scanned_at="")


def cached_scan(store: Store, target: Path) -> Snapshot:
    cache = load_scan(store, target, fresh=False)
    snapshot = scan(target, cache)
    store_scan(store, target, cache)
    return snapshot


def fill(target: Path) -> None:
    (target / "src").mkdir(parents=True)
    (target / "src/app.py").write_text("import os\n")
    (target / "src/caf\udce9\n.js").write_text("let x = 1\n")
    (target / "README").write_text("About.\n")
    (target / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(40))


def test_a_second_scan_of_unchanged_files_opens_and_writes_nothing(
    tmp_path: Path, opened: list[str], unchanged_for_long: None
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    first = cached_scan(store, target)
    assert len(opened) == 4
    opened.clear()
    (stored_file,) = (tmp_path / "store/scans").iterdir()
    written = stored_file.stat().st_mtime_ns
    assert cached_scan(store, target) == first
    assert opened == []
    assert stored_file.stat().st_mtime_ns == written


def _append(path: Path) -> None:
    path.write_text(path.read_text() + "# more\n")


def _rewrite_in_place(path: Path) -> None:
    """The same size, and its old mtime forged: only ctime differs."""
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
    tmp_path: Path, opened: list[str], unchanged_for_long: None, change
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    cached_scan(store, target)
    opened.clear()
    time.sleep(0.02)  # a tick of the file system's clock
    change(target / "src/app.py")
    again = cached_scan(store, target)
    assert opened == ["src/app.py"]
    assert again == scan(target)


def test_a_file_that_had_just_changed_is_read_again(tmp_path: Path, opened: list[str]) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    cached_scan(store, target)
    opened.clear()
    cached_scan(store, target)
    assert len(opened) == 4


@pytest.mark.parametrize("damage", [b"", b"x", b"luminos-signed-1 " + b"0" * 64 + b"\n[]"])
def test_a_damaged_cache_is_ignored(
    tmp_path: Path, opened: list[str], unchanged_for_long: None, damage: bytes
) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    first = cached_scan(store, target)
    opened.clear()
    (stored_file,) = (tmp_path / "store/scans").iterdir()
    stored_file.write_bytes(damage)
    assert cached_scan(store, target) == first
    assert len(opened) == 4


def test_a_cache_of_another_version_is_not_used(tmp_path: Path, unchanged_for_long: None) -> None:
    fill(tmp_path)
    cache = ScanCache("rules of today")
    scan(tmp_path, cache)
    stored = b"".join(cache.dump() or ())
    assert ScanCache.load("rules of today", stored).dump() is not None
    same, other = ScanCache.load("rules of today", stored), ScanCache.load("other rules", stored)
    scan(tmp_path, same)
    scan(tmp_path, other)
    assert same.dump() is None
    assert other.dump() is not None


def test_gitattributes_are_not_cached(tmp_path: Path, unchanged_for_long: None) -> None:
    store, target = Store(tmp_path / "store"), tmp_path / "target"
    fill(target)
    cached_scan(store, target)
    (target / ".gitattributes").write_text("*.py linguist-vendored linguist-language=Starlark\n")
    app = next(f for f in cached_scan(store, target).directory("src").files if f.name == "app.py")
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
def test_a_scan_with_a_cache_always_equals_one_without(
    tmp_path_factory: pytest.TempPathFactory, unchanged_for_long: None, nights
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
        assert cached_scan(store, target) == scan(target)


def test_what_is_kept_of_a_directory_is_no_larger_than_what_is_stored_of_it(
    tmp_path: Path, unchanged_for_long: None
) -> None:
    target = make_tree(tmp_path / "target", {f"d{n}/file.py": "x = 1\n" for n in range(200)})
    cache = empty_cache()
    scan(target, cache)
    stored = cache.dump()
    assert stored
    parts = [part for part in stored if b"file.py" in part]
    assert len(parts) == 200
    tracemalloc.start()
    again = empty_cache()
    scan(target, again)
    of_the_cache = tracemalloc.Filter(True, scan_cache.__file__)
    kept = tracemalloc.take_snapshot().filter_traces([of_the_cache])
    tracemalloc.stop()
    assert sum(trace.size for trace in kept.traces) < 8 * sum(map(len, parts))
