"""What is written replaces a regular file or nothing, and the store leads nowhere else."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from luminos_core.audit.last_run import LastRun, load_last_run
from luminos_core.errors import SettingsError, StoreError
from luminos_core.store.atomic import write_atomically
from luminos_core.store.journal import Journal
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from luminos_core.store.signed import BadSignature, SignedFolder, installation_key
from tests.fakes.irregular import MAKERS

WRITERS: dict[str, Callable[[Path], object]] = {
    "an atomic write": lambda path: write_atomically(path, b"new"),
    "a journal": Journal,
    "a lock": try_lock,
    "the signing key": installation_key,
}


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("writer", WRITERS)
def test_what_is_no_regular_file_is_refused_and_stays(
    tmp_path: Path, kind: str, writer: str
) -> None:
    path = tmp_path / "output"
    MAKERS[kind](path)
    before = path.lstat()
    with pytest.raises(StoreError, match=f"it is {kind.removesuffix(' to nothing')}"):
        WRITERS[writer](path)
    after = path.lstat()
    assert (after.st_ino, after.st_mode, after.st_rdev) == (
        before.st_ino,
        before.st_mode,
        before.st_rdev,
    )
    left = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file != path}
    assert left in ({}, {"led-to": b"old"})


@pytest.mark.parametrize("kind", MAKERS)
def test_what_stands_in_the_place_of_a_stored_file_is_a_miss_at_once(
    tmp_path: Path, kind: str
) -> None:
    folder = SignedFolder(tmp_path, bytes(32))
    MAKERS[kind](tmp_path / "result")
    with pytest.raises(BadSignature, match="it is ignored"):
        folder.read("result")
    assert folder.load("result") is None


def test_a_stored_file_that_cannot_be_read_is_a_miss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = SignedFolder(tmp_path, bytes(32))
    folder.write("result", b"content")
    assert folder.load("result") == b"content"

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # root is never refused
    assert folder.load("result") is None


@pytest.mark.parametrize("kind", MAKERS)
def test_what_stands_in_the_place_of_the_last_run_is_a_first_run(tmp_path: Path, kind: str) -> None:
    store = Store(tmp_path / "store")
    MAKERS[kind](store.target(tmp_path) / "last_run.json")
    assert load_last_run(store, tmp_path) == LastRun()


@pytest.mark.parametrize("length", [1, 63])
def test_a_name_may_have_the_length_that_the_system_allows(tmp_path: Path, length: int) -> None:
    path = tmp_path / ("\N{GRINNING FACE}" * length)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"


def test_a_name_that_is_too_long_is_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="File name too long"):
        write_atomically(tmp_path / ("a" * 256), b"new")


@pytest.mark.parametrize("room", ["runs", "results", "targets", "server"])
def test_a_room_of_the_store_that_leads_into_a_target_is_refused(tmp_path: Path, room: str) -> None:
    target, store = tmp_path / "code", Store(tmp_path / "store")
    target.mkdir()
    store.path.mkdir()
    (store.path / room).symlink_to(target)
    with pytest.raises(StoreError, match="is a link"):
        store.signed(room)
    assert list(target.iterdir()) == []


@pytest.mark.parametrize("room", ["", "runs", "results", "server/0", "unknown"])
def test_a_target_in_the_store_is_refused(tmp_path: Path, room: str) -> None:
    store = tmp_path / "store"
    target = store / room
    target.mkdir(parents=True)
    (tmp_path / "link").symlink_to(store)
    for path in (store, tmp_path / "link"):
        with pytest.raises(SettingsError, match="inside the"):
            Store(path).refuse_overlap(target)
    Store(store).refuse_overlap(tmp_path / "store-of-code")
