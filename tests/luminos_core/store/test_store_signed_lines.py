"""A file of signed lines holds what was appended, to the last whole line, and nothing else."""

import os
from pathlib import Path

import pytest

from luminos_core.errors import StoreError
from luminos_core.store.signed_lines import SignedLines

KEY = bytes(32)
LINES = [b"first", b"", b'2-response {"text": "\xff\x00\r\x85"}', b"last"]


def opened(path: Path, key: bytes = KEY) -> SignedLines:
    return SignedLines(path, key)


def append(path: Path, *lines: bytes) -> None:
    file = opened(path)
    file.read()
    for line in lines:
        file.append(line, synced=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    append(tmp_path / "talk-lines", *LINES)
    return tmp_path / "talk-lines"


def test_what_was_appended_is_read_again_by_whoever_opens_it(path: Path) -> None:
    assert opened(path).read() == LINES
    append(path, b"more")
    assert opened(path).read() == [*LINES, b"more"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_cut_at_any_byte_it_holds_the_whole_lines_and_goes_on_after_them(path: Path) -> None:
    whole = path.read_bytes()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])
        kept = LINES[: whole[:cut].count(b"\n")]
        assert opened(path).read() == kept
        append(path, b"more")
        assert opened(path).read() == [*kept, b"more"]


def test_from_a_changed_byte_on_nothing_is_believed(path: Path) -> None:
    whole = path.read_bytes()
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert opened(path).read() == LINES[: whole[:at].count(b"\n")]


def test_a_line_left_out_moved_or_of_another_file_or_key_is_not_believed(path: Path) -> None:
    lines = [line + b"\n" for line in path.read_bytes().split(b"\n")[:-1]]
    path.write_bytes(b"".join([lines[0], *lines[2:]]))
    assert opened(path).read() == LINES[:1]
    path.write_bytes(b"".join([lines[0], lines[2], lines[1], lines[3]]))
    assert opened(path).read() == LINES[:1]
    path.write_bytes(b"".join(lines))
    assert opened(path, key=bytes([1]) * 32).read() == []
    path.rename(path.with_name("other-lines"))
    assert opened(path.with_name("other-lines")).read() == []


def test_a_missing_file_has_no_lines_and_one_that_is_no_file_is_an_error(tmp_path: Path) -> None:
    assert opened(tmp_path / "none").read() == []
    opened(tmp_path / "none").remove()
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for name in ("fifo", "link"):
        file = opened(tmp_path / name)
        assert file.read() == []
        with pytest.raises(StoreError, match="not a regular file"):
            file.append(b"line", synced=True)
    assert not (tmp_path / "elsewhere").exists()


def test_a_file_that_another_process_cut_is_an_error_and_not_written_with_a_hole(
    path: Path,
) -> None:
    file = opened(path)
    file.read()
    os.truncate(path, 10)
    with pytest.raises(StoreError, match="another process"):
        file.append(b"more", synced=False)
    assert path.stat().st_size == 10
