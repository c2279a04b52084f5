"""Trees that no one would make on purpose, or someone would: each scan ends with what could be
read, and lists what could not."""

import os
import shutil
import tempfile
import threading
import time
import unicodedata
from collections.abc import Generator
from pathlib import Path

import pytest
from blake3 import blake3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from luminos_core.errors import NothingToAudit
from luminos_core.records.scan_progress import ScanObserver
from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot
from luminos_core.report.snapshot_json import snapshot_json
from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.report.terminal.scan_text import scan_text
from luminos_core.scan import directory_walk, file_reader, scan_context
from luminos_core.scan import snapshot as snapshot_module
from luminos_core.scan.render_tree import render_tree
from luminos_core.scan.scan_cache import empty_cache
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from luminos_core.stop import StopSignal
from luminos_core.text.filenames import decode_name
from tests.processor_time import costs_less_than

CHANGED = "changed while being read"
VANISHED = "vanished while being read"


def files_of(snapshot: Snapshot) -> dict[str, FileRecord]:
    return {file.path: file for directory in snapshot.directories for file in directory.files}


def watched(root: Path, observe: ScanObserver) -> Snapshot:
    context = ScanContext(observe, StopSignal(), empty_cache())
    return take_snapshot(root, ScanOptions(), context)


def shown(snapshot: Snapshot) -> str:
    return scan_text(
        snapshot, render_tree(snapshot, 3), PlainConsole(colour=False, ascii_only=False)
    )


names = (
    st.binary(min_size=1, max_size=255)
    .map(lambda name: name.replace(b"/", b"\x1b").replace(b"\0", b"\xff"))
    .filter(lambda name: name not in (b".", b"..", b".git", b".gitignore", b".gitattributes"))
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(files=st.sets(names, min_size=1, max_size=5), folder=names)
def test_any_bytes_are_a_name_that_survives_every_output(scan, files, folder) -> None:
    with tempfile.TemporaryDirectory() as root:
        for parent in (os.fsencode(root), os.fsencode(root) + b"/" + folder):
            Path(os.fsdecode(parent)).mkdir(exist_ok=True)
            for name in files - {folder}:
                Path(os.fsdecode(parent + b"/" + name)).write_bytes(b"x\n")
        Path(root, "always").touch()
        snapshot = scan(Path(root), include_hidden=True, exclude=("!*",))
    again = TypeAdapter(Snapshot).validate_json(snapshot_json(snapshot))
    assert again == snapshot
    found = {os.fsencode(decode_name(path)) for path in files_of(again)} - {b"always"}
    left = {os.fsencode(decode_name(exclusion.path)) for exclusion in again.exclusions}
    inside = {folder + b"/" + name for name in files - {folder}}
    assert found | left >= (files - {folder}) | (inside if folder not in left else set())
    kinds = {unicodedata.category(sign) for sign in shown(snapshot).replace("\n", "")}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}  # control, format, surrogate, breaks


def test_a_target_that_vanishes_during_the_scan_is_recorded_as_far_as_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_context, "_INTERVAL", 0)
    monkeypatch.setattr(file_reader, "_OPEN_FILES", 1)
    root = tmp_path / "root"
    for name in ("a.py", "b.py", "c/d.py", "e/f.py"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x = 1\n")
    vanish = lambda event: shutil.rmtree(root, ignore_errors=True)  # noqa: E731
    snapshot = watched(root, vanish)
    notes = {path: file.note for path, file in files_of(snapshot).items()}
    assert notes == {"a.py": None, "b.py": VANISHED}
    assert {error.path: error.problem for error in snapshot.scan_errors} == {
        "b.py": VANISHED,
        "c": VANISHED,
        "e": VANISHED,
    }


def test_a_target_that_is_gone_before_its_first_file_is_nothing_to_audit(
    tmp_path: Path, scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    (root / "a").mkdir(parents=True)
    (root / "a/b.py").write_text("x\n")
    original = directory_walk.walk

    def remove_and_walk(descriptor: int) -> Generator[directory_walk.DirectoryListing]:
        shutil.rmtree(root)
        return original(descriptor)

    monkeypatch.setattr(snapshot_module, "walk", remove_and_walk)
    with pytest.raises(NothingToAudit):
        scan(root)


def test_a_target_swapped_for_a_link_meanwhile_does_not_lead_the_scan_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scan_context, "_INTERVAL", 0)
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    for folder, text in ((root, "ours\n"), (elsewhere, "theirs\nsecret\n")):
        (folder / "sub").mkdir(parents=True)
        (folder / "a.py").write_text(text)
        (folder / "sub/b.py").write_text(text)

    def swap(event: object) -> None:
        if not root.is_symlink():
            root.rename(tmp_path / "moved")
            root.symlink_to(elsewhere)

    snapshot = watched(root, swap)
    assert {path: file.lines for path, file in files_of(snapshot).items()} == {
        "a.py": 1,
        "sub/b.py": 1,
    }


@pytest.mark.parametrize(("name", "start"), [("huge.py", b"x = 1\n"), ("huge.bin", b"\x7fELF\0\0")])
def test_a_sparse_file_of_ten_gigabytes_ends_soon_and_is_named(
    tmp_path: Path, scan, name: str, start: bytes
) -> None:
    (tmp_path / name).write_bytes(start)
    os.truncate(tmp_path / name, 10 << 30)
    with costs_less_than(3):
        snapshot = scan(tmp_path)
    file = files_of(snapshot)[name]
    assert (file.size, file.note) == (10 << 30, "read to 64 MiB of 10240 MiB")
    assert snapshot.large_files == (file,)
    assert snapshot.disk_use < 1 << 20


def test_two_huge_files_that_differ_in_size_alone_are_not_the_same(tmp_path: Path, scan) -> None:
    for name, size in (("a", 10 << 30), ("b", 11 << 30), ("c", 10 << 30)):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, size)
    digests = [file.digest for file in files_of(scan(tmp_path)).values()]
    assert digests[0] == digests[2] != digests[1]


@pytest.mark.parametrize("length", [0, 3, 5_000_000, 12_000_000])
def test_a_file_that_shrinks_while_it_is_read_is_recorded_as_changed(
    tmp_path: Path, scan, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    """Shrunk behind the first piece that is read of it, to less than that piece or to more."""
    path = tmp_path / "a.log"
    path.write_bytes(b"one\n" * 4_000_000)
    original = os.read

    def read_and_shrink(descriptor: int, size: int) -> bytes:
        piece = original(descriptor, size)
        os.truncate(path, length)
        return piece

    monkeypatch.setattr(file_reader.os, "read", read_and_shrink)
    assert files_of(scan(tmp_path))["a.log"].note == CHANGED


def test_a_file_overwritten_in_place_while_it_is_read_is_recorded_as_changed(
    tmp_path: Path, scan, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_bytes(b"one\n")
    os.utime(path, (0, 0))  # the clock of a file system is coarse
    original = os.read

    def read_and_overwrite(descriptor: int, size: int) -> bytes:
        piece = original(descriptor, size)
        path.write_bytes(b"two\n")
        return piece

    monkeypatch.setattr(file_reader.os, "read", read_and_overwrite)
    assert files_of(scan(tmp_path))["a.log"].note == CHANGED


def test_files_that_are_written_meanwhile_never_mix_what_they_were(tmp_path: Path, scan) -> None:
    """A writer replaces, extends and cuts files as fast as it can; what has no note is whole."""
    states = [b"a = 1\n" * 100, b"#!/bin/sh\n" * 30_000]
    digests = {blake3(state).hexdigest(): state.count(b"\n") for state in states}
    stop = threading.Event()

    def write() -> None:
        turn = 0
        while not stop.is_set():
            turn += 1
            (tmp_path / ".new").write_bytes(states[turn % 2])
            (tmp_path / ".new").rename(tmp_path / "replaced")
            with (tmp_path / "growing").open("ab" if turn % 50 else "wb") as file:
                file.write(b"x\n" * 1000)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while not (tmp_path / "growing").exists():
            time.sleep(0.001)
        seen = [files_of(scan(tmp_path)) for _ in range(30)]
    finally:
        stop.set()
        writer.join()
    for found in seen:
        replaced, growing = found["replaced"], found["growing"]
        assert replaced.note or digests[str(replaced.digest)] == replaced.lines
        assert growing.note or growing.lines is not None
        assert growing.note or growing.lines % 1000 == 0


def test_loops_of_links_are_listed_and_end(tmp_path: Path, scan) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/code.py").write_text("x\n")
    links = {
        "self": "self",
        "ping": "pong",
        "pong": "ping",
        "a/up": "..",
        "a/b/root": str(tmp_path),
    }
    for name, target in links.items():
        (tmp_path / name).symlink_to(target)
    found = files_of(scan(tmp_path))
    assert {path for path, file in found.items() if file.kind is FileKind.SYMLINK} == set(links)
    assert {path: found[path].link_target for path in links} == links
    assert set(found) == {"a/b/code.py", *links}


@pytest.mark.parametrize("name", [".gitignore", ".gitattributes", "x.py"])
@pytest.mark.parametrize("kind", ["fifo", "directory", "loop", "huge"])
def test_an_invalid_rule_file_does_not_stop_the_scan(
    tmp_path: Path, scan, name: str, kind: str
) -> None:
    path = tmp_path / name
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "directory":
            path.mkdir()
        case "loop":
            path.symlink_to(name)
        case "huge":
            path.touch()
            os.truncate(path, 10 << 30)
    (tmp_path / "code.py").write_text("x\n")
    with costs_less_than(3):
        assert files_of(scan(tmp_path))["code.py"].lines == 1
