import os
import socket
from pathlib import Path

import pytest
from blake3 import blake3

from luminos_core.records.snapshot import FileKind
from luminos_core.scan import file_reader
from luminos_core.scan.directory_walk import Entry
from luminos_core.scan.file_reader import ContentFacts, read_files
from tests.processor_time import costs_less_than


def read(
    path: Path, identify=lambda descriptor, digest: "x/y", seen: os.stat_result | None = None
) -> tuple[ContentFacts, bytes]:
    """As if the walk had `seen` the path; else as it is now."""
    parent = os.open(path.parent, os.O_RDONLY)
    try:
        entry = Entry(path.name, path.name, seen or path.lstat())
        ((found,),) = read_files([entry], parent, identify)
        return found.facts, found.start
    finally:
        os.close(parent)


def test_a_file_is_read_once_for_digest_lines_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"caf\xc3\xa9\n" * 1_500_000)  # of several pieces
    facts, start = read(path)
    assert facts.digest == blake3(path.read_bytes()).hexdigest()
    assert (facts.lines, facts.encoding, facts.binary) == (1_500_000, "utf-8", False)
    assert facts.language == "Python"
    assert start == path.read_bytes()[: 4 << 20]
    assert facts.note is None


def test_binary_content_is_identified_by_its_open_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\0\1\2" * 100)
    identified = []
    facts, _ = read(path, identify=lambda descriptor, digest: identified.append(digest) or "a/b")
    assert (facts.binary, facts.lines, facts.encoding, facts.mime) == (True, None, None, "a/b")
    assert identified == [facts.digest]


def test_a_nul_in_source_is_text_with_a_note(scan_one) -> None:
    record = scan_one("a.py", b"a = '\0'\n" + b"b = 1\n" * 50)
    assert (record.binary, record.lines, record.language) == (False, 51, "Python")
    assert record.note == "holds NUL bytes"


def test_a_huge_sparse_file_is_read_to_the_limit_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "huge.py"
    with path.open("wb") as file:
        file.write(b"x = 1\n")
        file.truncate(10 << 30)
    with costs_less_than(3):
        facts, _ = read(path)
    assert facts.note == "read to 64 MiB of 10240 MiB"
    longer = os.open(path, os.O_WRONLY)
    os.ftruncate(longer, (10 << 30) + 1)
    os.close(longer)
    assert read(path)[0].digest != facts.digest  # the part not read is known by its size


def test_a_file_that_grows_while_being_read_is_recorded_as_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.log"
    path.write_text("one\n")

    def read_and_grow(descriptor: int, size: int) -> bytes:
        piece = original(descriptor, size)
        with path.open("a") as file:
            file.write("two\n")
        return piece

    original = os.read
    monkeypatch.setattr(file_reader.os, "read", read_and_grow)
    facts, _ = read(path)
    assert facts.note == "changed while being read"
    assert facts.digest is not None


def test_a_file_that_vanished_or_was_replaced_is_recorded_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("x")
    seen = path.lstat()
    path.rename(tmp_path / "b")
    assert read(path, seen=seen)[0].note == "vanished while being read"
    path.write_text("another file")
    assert read(path, seen=seen)[0].note == "changed while being read"
    path.unlink()
    os.mkfifo(path)  # opening one would wait for a writer for ever
    assert read(path, seen=seen)[0].note == "changed while being read"
    path.unlink()
    path.symlink_to("b")
    assert read(path, seen=seen)[0].digest is None


def test_another_file_of_the_same_size_and_time_is_recognized_by_its_inode(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_text("one\n")
    seen = path.lstat()
    other.write_text("two\n")
    os.utime(other, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    other.rename(path)
    facts, start = read(path, seen=seen)
    assert (facts.note, facts.digest, start) == ("changed while being read", None, b"")


def test_what_is_no_regular_file_is_listed_and_never_opened(tmp_path: Path, scan) -> None:
    os.mkfifo(tmp_path / "x.py")
    (tmp_path / "link.py").symlink_to("/etc/\udcffpasswd")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s"))
        (tmp_path / "a.py").write_text("x = 1\n")
        (root,) = scan(tmp_path).directories
    assert {file.path: file.kind for file in root.files} == {
        "a.py": FileKind.FILE,
        "link.py": FileKind.SYMLINK,
        "s": FileKind.SOCKET,
        "x.py": FileKind.FIFO,
    }
    unread = [file for file in root.files if file.kind is not FileKind.FILE]
    assert all(file.digest is None and file.lines is None and not file.mime for file in unread)
    assert root.files[1].link_target == "/etc/\\xffpasswd"


def test_a_git_lfs_pointer_is_named_with_its_real_size(scan_one) -> None:
    record = scan_one(
        "model.bin",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 123456\n",
    )
    assert record.note == "Git LFS pointer to 123456 bytes"
    assert record.language is None


def test_a_batch_of_files_has_the_facts_of_each_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = {
        "a.py": b"x = 1\n",
        "b.png": b"\x89PNG\r\n\x1a\n" + bytes(40),
        "big.txt": b"line\n" * 1_000_000,
        "bom.py": b"\xef\xbb\xbfx = 1\n",
        "empty": b"",
        "latin": b"caf\xe9\n",
        "no-end": b"a\nb",
        "pointer": b"version https://git-lfs.github.com/spec/v1\nsize 9\n",
        "wide.txt": "one\ntwo\n".encode("utf-16"),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "gone").write_text("x")
    entries = [Entry(path.name, path.name, path.lstat()) for path in sorted(tmp_path.iterdir())]
    (tmp_path / "gone").unlink()
    parent = os.open(tmp_path, os.O_RDONLY)
    identify = lambda descriptor, digest: "x/y"  # noqa: E731
    together = [found for batch in read_files(entries, parent, identify) for found in batch]
    monkeypatch.setattr(file_reader, "_OPEN_FILES", 1)
    alone = [found for batch in read_files(entries, parent, identify) for found in batch]
    os.close(parent)
    assert together == alone
    assert [found.entry for found in together] == entries


def test_no_file_stays_open(tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / str(number)).write_text("x\n")
    entries = [Entry(path.name, path.name, path.lstat()) for path in tmp_path.iterdir()]
    parent = os.open(tmp_path, os.O_RDONLY)
    before = len(os.listdir("/proc/self/fd"))
    batches = read_files(entries, parent, lambda descriptor, digest: "")
    next(batches)
    batches.close()  # as when a person stops the scan
    assert len(os.listdir("/proc/self/fd")) == before
    assert sum(len(batch) for batch in read_files(entries, parent, lambda d, g: "")) == 200
    assert len(os.listdir("/proc/self/fd")) == before
    os.close(parent)
