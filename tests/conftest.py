"""What holds for every test."""

import fcntl
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from flows.local_server import LocalServer
from luminos_core.redaction.known_values import forget_values
from luminos_core.store.layout import make_folder

# No test depends on how fast the machine is.
settings.register_profile("any machine", deadline=None)
settings.register_profile("thorough", deadline=None)  # tests/examples.py
settings.load_profile("any machine")
# Nor on what is installed on it: tests of other tools say where those are.
os.environ["LUMINOS_TOOLS"] = "none"
for variable in ("GITHUB_ACTIONS", "GITLAB_CI"):  # nor on whose machine it is
    os.environ.pop(variable, None)
# Nor on how the tests were started: under nohup or in the background, commands would ignore what
# tests send them.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
# Or without bytecode: every process, and every worker, would compile all of ours again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_LONG = {"test_hostile.py", "test_parsing_killers.py", "test_patterns.py"}


def pytest_xdist_auto_num_workers() -> int:
    """Of `-n auto`. A worker whose test waits for a process or a server uses no processor."""
    processors = len(os.sched_getaffinity(0))
    return processors + (processors + 1) // 2


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No long file is left for one worker when the others are done."""
    items.sort(key=lambda item: item.path.name not in _LONG)


@pytest.fixture(autouse=True)
def nothing_is_known() -> Iterator[None]:
    """What one test's target or environment holds is no secret of the next one's."""
    forget_values()
    yield
    forget_values()


@pytest.fixture(autouse=True)
def no_tool_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("luminos_core.external.find.program_folders", list)


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A folder of server slots for all workers of xdist, with the database that every server begins
    with: to make one takes longer than most audits."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "servers"
    make_folder(folder)
    with (folder / "making").open("w") as making:
        fcntl.flock(making, fcntl.LOCK_EX)
        if not list(folder.glob("empty-*.db")):
            with LocalServer(folder, os.environ) as server:
                server.wait_ready()
    return folder


@pytest.fixture(scope="session")
def started_server(servers: Path) -> Iterator[LocalServer]:
    """A real Prefect server for all tests of the session, a worker's of xdist."""
    with LocalServer(servers, os.environ) as server:
        server.wait_ready()
        yield server
