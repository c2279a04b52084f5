"""What is written replaces a regular file or nothing, and the store leads nowhere else."""

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.local_server import LocalServer
from luminos_core.errors import SettingsError, StoreError
from luminos_core.store.atomic import write_atomically
from luminos_core.store.journal import Journal
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from luminos_core.store.signed import installation_key


def _device(path: Path) -> None:
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))  # what /dev/null is
    except PermissionError:
        pytest.skip("devices cannot be made here")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(path.parent, os.O_PATH)  # a socket's path has at most 107 bytes
        listener.bind(f"/proc/self/fd/{here}/{path.name}")
        os.close(here)


def _link(path: Path) -> None:
    led_to = path.with_name("led-to")
    led_to.write_bytes(b"old")
    path.symlink_to(led_to)


MAKERS: dict[str, Callable[[Path], None]] = {
    "a FIFO": os.mkfifo,
    "a socket": _socket,
    "a device": _device,
    "a directory": Path.mkdir,
    "a link": _link,
    "a link to nothing": lambda path: path.symlink_to(path.with_name("absent")),
}
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
@pytest.mark.parametrize("name", ["server.log", "lock"])
def test_a_local_server_writes_into_regular_files_alone(
    tmp_path: Path, kind: str, name: str
) -> None:
    (tmp_path / "0").mkdir()
    MAKERS[kind](tmp_path / "0" / name)
    with pytest.raises(StoreError, match=f"{name}: it is"):
        LocalServer(tmp_path, {})


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


def test_a_slot_that_leads_into_a_target_is_refused(tmp_path: Path) -> None:
    target, servers = tmp_path / "code", tmp_path / "server"
    target.mkdir()
    servers.mkdir()
    (servers / "0").symlink_to(target)
    with pytest.raises(StoreError, match="is a link"):
        LocalServer(servers, {})
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
