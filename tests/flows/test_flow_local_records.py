"""What a local server leaves: a database that any Prefect server can be opened on, with every
record of the run."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from flows.local_server import LocalServer
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.fakes.trees import make_tree, wide_tree
from tests.flows.command import Command, command, strays, wait_until
from tests.flows.plain_server import plain_server


def slowly(request: Received) -> Reply:
    """An answer after half a second: long enough to be interrupted."""
    return replace(submits_at_once(request), after_seconds=0.5)


@pytest.mark.usefixtures("prefect_url")
def test_every_record_of_a_local_run_is_read_by_a_whole_server_afterwards(
    tmp_path: Path, servers: Path, target: Path
) -> None:
    luminos = command(tmp_path / "store", servers, prepared=True)
    report = luminos.audit(target)
    with plain_server(opened(luminos, tmp_path), servers, {}) as url, httpx.Client() as client:

        def read(what: str, **body: object) -> Any:
            answer = client.post(f"{url}/{what}/filter", json=body)
            return answer.raise_for_status().json()

        (run,) = read("flow_runs")
        assert (run["id"], run["state"]["name"]) == (report.run_id, "Completed")
        assert run["name"].startswith("audit of ")
        states = client.get(f"{url}/flow_run_states/", params={"flow_run_id": run["id"]}).json()
        assert [each["type"] for each in states] == ["PENDING", "RUNNING", "COMPLETED"]
        tasks = {task["name"]: task for task in read("task_runs")}
        directories = {each.path for each in report.directories} - {"."}
        assert set(tasks) >= directories | {"scan", "checks", "project", "publish"}
        for task in tasks.values():
            at = {"task_run_id": task["id"]}
            states = client.get(f"{url}/task_run_states/", params=at).json()
            assert [each["type"] for each in states] == ["PENDING", "RUNNING", "COMPLETED"]
            assert task["state"] == states[-1] | task["state"]
        kinds = {each["key"].rsplit("-", 2)[0] for each in read("artifacts")}
        assert kinds == {"audit-report", "audit-flags", "audit-directories"}
        events = [each["event"] for each in read("events")["events"]]
        of_tasks = [event for event in events if event.startswith("prefect.task-run.")]
        assert len(of_tasks) == 3 * len(tasks)
        assert {"prefect.flow-run.Pending", "prefect.flow-run.Completed"} <= set(events)


@pytest.mark.usefixtures("prefect_url")
def test_a_killed_run_leaves_the_records_that_had_reached_its_server(
    tmp_path: Path, servers: Path
) -> None:
    target = make_tree(tmp_path / "wide", wide_tree(30))
    with MessagesServer(slowly) as model:
        luminos = command(tmp_path / "store", servers, model, prepared=True)
        results = luminos.store / "results"
        with luminos.started("audit", str(target), "--concurrency", "2") as process:
            assert wait_until(lambda: len(list(results.glob("directory-*"))) >= 3)
            process.send_signal(signal.SIGKILL)
        assert wait_until(lambda: not strays(luminos.store), 15)
    with closing(sqlite3.connect(opened(luminos, tmp_path) / "prefect.db")) as database:
        (state,) = database.execute("select state_type from flow_run")
        done = database.execute("select count(*) from task_run where state_type = 'COMPLETED'")
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert state == ("RUNNING",)
        assert done.fetchone()[0] >= 3


@pytest.mark.usefixtures("prefect_url")
def test_what_has_reached_a_local_server_is_written_before_it_ends(servers: Path) -> None:
    """An event is, as shipped, five seconds later."""
    from prefect.events.schemas.events import Event

    event = Event(event="last", resource={"prefect.resource.id": "of-the-run"})
    with LocalServer(servers, os.environ) as server:
        server.wait_ready()
        httpx.post(f"{server.url}/events", json=[event.model_dump(mode="json")]).raise_for_status()
    with closing(sqlite3.connect(server.home / "prefect.db")) as database:
        assert database.execute("select event from events").fetchall() == [("last",)]


def opened(luminos: Command, tmp_path: Path) -> Path:
    """A PREFECT_HOME with the database that the run left."""
    home = tmp_path / "home"
    home.mkdir()
    for file in (luminos.store / "server" / "0").glob("prefect.db*"):
        shutil.copy(file, home / file.name)
    return home
