"""A Prefect server of our own, for as long as one audit takes, when no API is configured.

Prefect's ephemeral server stops before its queue drains and loses records; this one is stopped when
the run's records are in, and writes its last events. A new database costs 3 seconds of CPU, so an
empty one is stored, and every server begins with a copy of it, in a slot of its own: two audits can
run at once, and no night makes the next one slower.
"""

import json
import os
import select
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from luminos_core.errors import StoreError
from luminos_core.settings import has_home
from luminos_core.store.atomic import refuse_irregular
from luminos_core.store.layout import empty_folder, make_folder
from luminos_core.store.lock import try_lock

_START = 120.0  # seconds; a new database costs 3 of CPU
_LAST_WRITES = 6.0  # seconds
_TUNING = {
    # The recorder writes task runs one by one as shipped: 37 a second instead of 130.
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "200",
    "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
    "DO_NOT_TRACK": "1",
    # In memory, leases are lost when a server ends, and the slots that they hold stay taken.
    "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": (
        "prefect.server.concurrency.lease_storage.filesystem"  # in PREFECT_HOME
    ),
}
_WITH_COPIED_DATABASE = {"PREFECT_API_DATABASE_MIGRATE_ON_START": "false"}


class LocalServer:
    """Starts at once and without waiting; `wait_ready` before the first request."""

    def __init__(self, servers: Path, environment: Mapping[str, str]) -> None:
        """`servers` is the store's folder of slots; `environment` is passed on to the process."""
        empty = empty_folder(servers)
        self.home, self._lock = _free_slot(servers)
        self.settings = {"PREFECT_HOME": str(self.home), **_no_settings_in(empty)}
        if not has_home():  # Prefect looks for one, whatever is set
            self.settings["HOME"] = str(self.home)
        # From its working directory: a path that is a URL's would lose what follows a "?".
        database = f"sqlite+aiosqlite:///../{self.home.name}/{self._database.name}"
        self._where = {"PREFECT_SERVER_DATABASE_CONNECTION_URL": database}
        self._empty = servers / f"empty-{version('prefect')}.db"
        tuning = {**_TUNING, **_WITH_COPIED_DATABASE} if self._begin_empty() else _TUNING
        self._log = self.home / "server.log"
        refuse_irregular(self._log)
        # SQLite and Python make temporary files, too: in the slot, and in no target.
        folders = dict.fromkeys(("SQLITE_TMPDIR", "TMPDIR"), str(self.home))
        with _writable(self._log) as log:
            self._process = subprocess.Popen(
                # -P: the working directory, perhaps a hostile tree, is no place for modules.
                [sys.executable, "-P", "-m", "flows.server_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=empty,
                env={**environment, **tuning, **folders, **self.settings, **self._where},
                pass_fds=(self._lock,),  # the slot is taken until the server has ended, too
                start_new_session=True,  # ctrl-C is the audit's to handle
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()

    def wait_ready(self) -> None:
        """Return when the API answers; StoreError, with the server's last line, if it does not."""
        deadline = time.monotonic() + _START
        while not answers(self.url):
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise self._failed()
            time.sleep(0.05)
        if not os.access(self._empty, os.R_OK):
            _copy_database(self._database, self._empty)

    def stop(self) -> None:
        """End the process when it has written its last events. Frees the slot."""
        try:
            self._process.communicate(timeout=_LAST_WRITES)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()
        os.close(self._lock)

    def _begin_empty(self) -> bool:
        """Whether there is an empty database to begin with; what the slot had before is gone."""
        for old in self.home.glob("prefect.db*"):
            old.unlink()
        try:
            with self._empty.open("rb") as empty, _writable(self._database) as database:
                shutil.copyfileobj(empty, database)
        except (FileNotFoundError, PermissionError):  # of another user: a new one takes its place
            return False
        return True

    @property
    def _database(self) -> Path:
        return self.home / "prefect.db"

    @cached_property
    def url(self) -> str:
        """The API's address, known as soon as the process has its port."""
        assert self._process.stdout  # noqa: S101 - it is a pipe
        readable, _, _ = select.select([self._process.stdout], [], [], _START)
        line = self._process.stdout.readline() if readable else b""
        if not line:
            raise self._failed()
        return f"http://127.0.0.1:{int(line)}/api"

    def _failed(self) -> StoreError:
        lines = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
        last = lines[-1] if lines else "it logged nothing"
        return StoreError(f"the local Prefect server did not start: {last}; see {self._log}")


@contextmanager
def _writable(path: Path) -> Iterator[BinaryIO]:
    """A new file in the place of an old one. StoreError when it cannot be written."""
    try:
        path.unlink(missing_ok=True)
        with path.open("wb") as file:
            yield file
    except OSError as error:
        if error.filename not in (None, str(path)):
            raise
        raise StoreError(f"cannot write {path}: {error.strerror}") from None


def answers(url: str) -> bool:
    """Whether a server of our own is ready."""
    try:
        with urllib.request.urlopen(f"{url}/health", timeout=5):  # noqa: S310 - our own
            return True
    except OSError:
        return False


def _no_settings_in(empty: Path) -> dict[str, str]:
    """Variables that lead Prefect away from the files in its home that set something: a logging
    configuration runs code."""
    return {
        "PREFECT_PROFILES_PATH": str(empty / "profiles.toml"),
        "PREFECT_LOGGING_SETTINGS_PATH": str(empty / "logging.yml"),
    }


def _copy_database(source: Path, copy: Path) -> None:
    """A consistent copy of a SQLite database in use, whole or not at all: on a full disk the next
    server makes its own."""
    refuse_irregular(copy)
    unfinished = copy.with_name(f"{copy.name}.{os.getpid()}")
    try:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(unfinished)) as made:
            live.backup(made)
        unfinished.replace(copy)
    except (OSError, sqlite3.Error):
        unfinished.unlink(missing_ok=True)


def recorded_task_runs(url: str, flow_run_id: str) -> int:
    """How many task runs of a flow run the server has, each in a final state."""
    body = {
        "flow_runs": {"id": {"any_": [flow_run_id]}},
        "task_runs": {"state": {"type": {"any_": ["COMPLETED", "FAILED", "CRASHED", "CANCELLED"]}}},
    }
    request = urllib.request.Request(  # noqa: S310 - our own loopback address
        f"{url}/task_runs/count",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        return int(json.load(answer))


def _free_slot(servers: Path) -> tuple[Path, int]:
    """The first slot that no server uses, and a descriptor that holds it."""
    for number in range(64):
        slot = servers / str(number)
        make_folder(slot)
        lock = try_lock(slot / "lock")
        if lock is not None:
            return slot, lock
    raise StoreError(f"64 audits are running with {servers}; wait for one to end")
