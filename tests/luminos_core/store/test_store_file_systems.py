"""File systems that cannot do everything: the store works on them, or says why not in one line."""

import errno
import fcntl
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from luminos_core.errors import StoreError
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.store.atomic import write_atomically
from luminos_core.store.interrupted import interrupted_runs
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from luminos_core.store.run_folder import RunFolder
from luminos_core.store.signed import installation_key

REFUSALS = (errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL, errno.ENOLCK, errno.EPERM)
HOLD = """
import errno, fcntl, os, sys, time
from pathlib import Path
def refuse(*_):
    raise OSError(errno.EOPNOTSUPP, "no")
fcntl.flock = refuse
from luminos_core.store.lock import try_lock
print(try_lock(Path(sys.argv[1])), flush=True)
time.sleep(60)
"""


def refuse(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, number: int) -> None:
    def refusing(*_: Any, **__: Any) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(owner, name, refusing)


@pytest.fixture(params=REFUSALS, ids=errno.errorcode.get)
def without_locks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("flock", "lockf"):
        refuse(monkeypatch, fcntl, name, request.param)


@pytest.mark.usefixtures("without_locks")
@pytest.mark.skipif(sys.platform != "linux", reason="sockets have names without files on Linux")
def test_a_lock_without_flock_has_one_holder_and_is_free_after_it(tmp_path: Path) -> None:
    held = try_lock(tmp_path / "lock")
    other = try_lock(tmp_path / "other")
    assert held is not None
    assert other is not None
    assert try_lock(tmp_path / "lock") is None
    os.close(other)
    os.close(held)
    again = try_lock(tmp_path / "lock")
    assert again is not None
    os.close(again)


@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_a_lock_without_flock_is_free_when_its_holder_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, fcntl, "flock", errno.EOPNOTSUPP)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "lock")], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() != "None\n"
        assert try_lock(tmp_path / "lock") is None
        process.kill()
        process.communicate()
    held = try_lock(tmp_path / "lock")
    assert held is not None
    os.close(held)


@pytest.mark.usefixtures("without_locks")
@pytest.mark.skipif(sys.platform != "linux", reason="as above")
def test_a_run_that_works_is_not_interrupted_where_nothing_can_be_locked(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    run = AuditRun(
        run_id="1", request=AuditRequest(target="/t"), target="/t", started_at="2026-01-01T00:00:00"
    )
    with RunFolder(store.run("1")) as folder:
        folder.begin(run)
        assert interrupted_runs(store) == []
    assert [each.run_id for each in interrupted_runs(store)] == ["1"]


def test_where_there_are_no_locks_at_all_it_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse(monkeypatch, fcntl, "flock", errno.EOPNOTSUPP)
    monkeypatch.setattr("luminos_core.store.lock._socket_name", lambda _: "/nonesuch/socket")
    with pytest.raises(StoreError, match="has no locks; set LUMINOS_STORE"):
        try_lock(tmp_path / "lock")


@pytest.mark.parametrize("link", [True, False])
def test_one_key_is_made_where_there_are_no_links_and_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: bool
) -> None:
    if not link:
        refuse(monkeypatch, os, "link", errno.EPERM)
        refuse(monkeypatch, fcntl, "flock", errno.EOPNOTSUPP)
    with ThreadPoolExecutor(8) as threads:
        keys = set(threads.map(installation_key, [tmp_path / "key"] * 8))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_a_key_whose_writing_was_cut_off_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "key").touch(mode=0o600)
    assert len(installation_key(tmp_path / "key")) == 32


@pytest.mark.parametrize("number", [errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_file_system_that_cannot_sync_still_stores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse(monkeypatch, os, "fsync", number)
    write_atomically(tmp_path / "file", b"content")
    assert (tmp_path / "file").read_bytes() == b"content"


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EDQUOT])
def test_a_store_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    store = Store(tmp_path / "store")
    folder = store.signed("results")
    refuse(monkeypatch, os, "open", number)
    for write in (
        lambda: folder.write("name", b""),
        lambda: try_lock(store.path / "lock"),
        lambda: RunFolder(tmp_path / "store"),
    ):
        with pytest.raises(StoreError) as raised:
            write()
        assert os.strerror(number) in str(raised.value)
