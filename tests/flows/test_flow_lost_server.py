"""A Prefect server that is gone for good: the report all the same, at once, and one line."""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from luminos_core.store.run_folder import read_report
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.flows.command import HANGING, Command, command, wait_until
from tests.flows.plain_server import plain_server

MIDDLE = 4  # the call in which the server ends: a directory's


class Script:
    """Submits at once, but for one call, which waits until the server is gone."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.gone = threading.Event()

    def __call__(self, request: Received) -> Reply:
        if request.number == MIDDLE:
            self.reached.set()
            assert self.gone.wait(HANGING)
        return submits_at_once(request)


@pytest.mark.parametrize("whose", ["that is set", "of our own"])
def test_a_run_without_its_server_ends_with_its_report_and_one_line(
    tmp_path: Path, servers: Path, prefect_url: str, target: Path, whose: str
) -> None:
    script, store = Script(), tmp_path / "store"
    with MessagesServer(script) as model, ExitStack() as server:
        luminos = command(store, servers, model, prepared=True)
        end: Callable[[], object] = partial(kill_server, store)
        if whose == "that is set":
            url = server.enter_context(plain_server(tmp_path / "home", servers, {}))
            luminos = Command(store, {**luminos.extra, "PREFECT_API_URL": url}, prepared=True)
            end = server.close
        with luminos.started("audit", str(target), "--concurrency", "1") as process:
            assert script.reached.wait(HANGING)
            end()
            script.gone.set()
            out, err = process.communicate(timeout=HANGING)  # as shipped it takes up to 410 s
    assert process.returncode == 2
    why = "gap in record: the Prefect server stopped answering, and its record of this run is"
    assert why in " ".join(out.split())
    (file,) = (store / "runs").glob("*/report.json")
    report = read_report(file)
    assert [each[: len(why)] for each in report.incomplete_because] == [why]
    assert report.brief.startswith(f"Incomplete audit: {why}")
    assert {each.state for each in report.directories} == {"investigated"}
    assert "Traceback" not in err
    lines = [line for line in err.splitlines() if not line.startswith("[")]
    assert len(lines) == 1, lines
    assert lines[0].startswith("luminos: the Prefect server does not answer: ")
    assert "events of this run were not delivered" in lines[0]


def kill_server(store: Path) -> None:
    """The local server of an audit with this store."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line, where = (process / "cmdline").read_bytes(), (process / "cwd").readlink()
        except OSError:
            continue
        if b"flows.server_process" in line and where.is_relative_to(store):
            os.kill(int(process.name), signal.SIGKILL)
            assert wait_until(lambda process=process: is_dead(process))


def is_dead(process: Path) -> bool:
    try:
        return ") Z " in (process / "stat").read_text()
    except OSError:
        return True
