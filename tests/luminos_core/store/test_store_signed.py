"""Signed files: a modified, truncated, renamed or foreign file is ignored."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.errors import SettingsError, StoreError
from luminos_core.store.atomic import write_atomically
from luminos_core.store.layout import Store
from luminos_core.store.signed import BadSignature, SignedFolder, installation_key

KEY = b"k" * 32


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> SignedFolder:
    return SignedFolder(tmp_path_factory.mktemp("results"), KEY)


@given(content=st.binary(max_size=2_000))
def test_written_content_is_read_back(folder: SignedFolder, content: bytes) -> None:
    folder.write("directory-ab12", content)
    assert folder.read("directory-ab12") == content


@given(content=st.binary(max_size=200), position=st.integers(0), bit=st.integers(0, 7))
def test_one_changed_bit_breaks_the_signature(
    folder: SignedFolder, content: bytes, position: int, bit: int
) -> None:
    folder.write("changed", content)
    file = folder.path / "changed"
    stored = bytearray(file.read_bytes())
    stored[position % len(stored)] ^= 1 << bit
    file.write_bytes(stored)
    with pytest.raises(BadSignature):
        folder.read("changed")


@given(content=st.binary(max_size=200), kept=st.integers(0))
def test_a_truncated_file_has_a_bad_signature(
    folder: SignedFolder, content: bytes, kept: int
) -> None:
    folder.write("truncated", content)
    file = folder.path / "truncated"
    stored = file.read_bytes()
    file.write_bytes(stored[: kept % len(stored)])
    with pytest.raises(BadSignature):
        folder.read("truncated")


def test_a_file_under_another_name_has_a_bad_signature(folder: SignedFolder) -> None:
    folder.write("one", b"content")
    (folder.path / "one").rename(folder.path / "two")
    with pytest.raises(BadSignature):
        folder.read("two")


def test_a_file_of_another_installation_has_a_bad_signature(folder: SignedFolder) -> None:
    SignedFolder(folder.path, b"x" * 32).write("theirs", b"content")
    with pytest.raises(BadSignature):
        folder.read("theirs")


@pytest.mark.parametrize("name", ["", "../up", "a/b", "A", "a.b", "\0"])
def test_a_name_that_could_be_a_path_is_refused(folder: SignedFolder, name: str) -> None:
    with pytest.raises(StoreError):
        folder.write(name, b"")


def test_processes_that_create_the_key_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(installation_key, [tmp_path / "key"] * 8))
    assert len(keys) == 1
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_an_invalid_key_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    with pytest.raises(StoreError, match="remove it"):
        installation_key(tmp_path / "key")


def test_the_store_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    store = Store(tmp_path / "a" / "store")
    store.signed("results").write("one", b"")
    for path in (store.path, store.signed("results").path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert stat.S_IMODE((store.signed("results").path / "one").stat().st_mode) == 0o600


def test_a_store_that_cannot_be_created_is_an_error_of_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="LUMINOS_STORE"):
        Store(tmp_path / "file" / "store").signed("results")


def test_a_store_in_or_at_the_target_is_refused_and_one_beside_it_is_not(tmp_path: Path) -> None:
    target = tmp_path / "code"
    for inside in (target, target / "store", target / "a" / ".." / "store"):
        with pytest.raises(SettingsError, match="lies inside the target"):
            Store(inside).refuse_overlap(target)
    Store(tmp_path / "code-store").refuse_overlap(target)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    write_atomically(file, b"old")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        write_atomically(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]
