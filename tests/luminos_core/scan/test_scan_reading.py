import os
import socket
import time
from pathlib import Path

import pytest
from blake3 import blake3

from luminos_core.records.snapshot import FileKind
from luminos_core.scan import reading
from luminos_core.scan.reading import Content, read_content


def read(path: Path, is_source: bool = True, identify=lambda descriptor, digest: "x/y") -> Content:
    parent = os.open(path.parent, os.O_RDONLY)
    try:
        return read_content(path.name, parent, path.lstat(), is_source, identify)
    finally:
        os.close(parent)


def test_one_reading_gives_digest_lines_and_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"caf\xc3\xa9\n" * 400_000)  # of several pieces
    content = read(path)
    assert content.digest == blake3(path.read_bytes()).hexdigest()
    assert (content.lines, content.encoding, content.binary) == (400_000, "utf-8", False)
    assert content.head == path.read_bytes()[: reading.HEAD]
    assert content.note is None


def test_binary_content_is_identified_by_its_open_file(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\0\1\2" * 100)
    asked = []
    content = read(path, identify=lambda descriptor, digest: asked.append(digest) or "a/b")
    assert (content.binary, content.lines, content.encoding, content.mime) == (
        True,
        None,
        None,
        "a/b",
    )
    assert asked == [content.digest]


def test_a_nul_in_source_is_text_with_a_note(scan_one) -> None:
    record = scan_one("a.py", b"a = '\0'\n" + b"b = 1\n" * 50)
    assert (record.binary, record.lines, record.language) == (False, 51, "Python")
    assert record.note == "holds NUL bytes"


def test_a_huge_sparse_file_is_read_to_the_limit_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "huge.py"
    with path.open("wb") as file:
        file.write(b"x = 1\n")
        file.truncate(10 << 30)
    started = time.perf_counter()
    content = read(path)
    assert time.perf_counter() - started < 2
    assert content.note == "read to 64 MiB of 10240 MiB"
    longer = os.open(path, os.O_WRONLY)
    os.ftruncate(longer, (10 << 30) + 1)
    os.close(longer)
    assert read(path).digest != content.digest  # the part not read is known by its size


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
    monkeypatch.setattr(reading.os, "read", read_and_grow)
    content = read(path)
    assert content.note == "changed while being read"
    assert content.digest is not None


def test_a_file_that_vanished_or_was_replaced_is_recorded_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("x")
    parent = os.open(tmp_path, os.O_RDONLY)
    seen = path.lstat()
    path.rename(tmp_path / "b")
    identify = lambda descriptor, digest: ""  # noqa: E731
    assert read_content("a", parent, seen, False, identify).note == "vanished while being read"
    path.write_text("another file")
    assert read_content("a", parent, seen, False, identify).note == "changed while being read"
    path.unlink()
    os.mkfifo(path)  # opening one would wait for a writer for ever
    assert read_content("a", parent, seen, False, identify).note == "changed while being read"
    path.unlink()
    path.symlink_to("b")
    assert read_content("a", parent, seen, False, identify).digest is None
    os.close(parent)


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
