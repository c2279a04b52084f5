"""`luminos setup` on a real server: what it makes, and what that does about real runs."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.flows.command import HANGING, Command, wait_until
from tests.flows.plain_server import plain_server

KILLED, CANCELLED, BAD = (
    f"Luminos: {kind}" for kind in ("killed runs", "cancelled runs", "failed and incomplete runs")
)
SHORTEST = timedelta(seconds=10)  # that a server watches for


@pytest.fixture(scope="module")
def one_server(
    servers: Path, prefect_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    with plain_server(tmp_path_factory.mktemp("setup") / "home", servers, {}) as url:
        yield url


@pytest.fixture
def server(one_server: str) -> Iterator[str]:
    """One without automations."""
    yield one_server
    with _client(one_server) as client:
        for made in _automations(one_server).values():
            client.delete_automation(made.id)


@pytest.fixture
def luminos(tmp_path: Path, server: str) -> Command:
    settings = {"PREFECT_API_URL": server, "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "30"}
    return Command(tmp_path / "store", settings, prepared=True)


def test_a_setup_is_shown_first_and_repeating_it_changes_nothing(
    luminos: Command, server: str
) -> None:
    shown = luminos.run("setup")
    assert shown.returncode == 2
    assert f"make {KILLED}" in shown.stdout
    assert "there is none yet" in shown.stdout
    assert "a heartbeat is expected every 30 s" in shown.stdout
    assert "--yes" in shown.stderr
    assert _automations(server) == {}
    assert luminos.run("setup", "--yes").returncode == 0
    first = _automations(server)
    assert set(first) == {KILLED, CANCELLED}
    assert first[KILLED].trigger.within == timedelta(seconds=3 * 30)
    again = luminos.run("setup")
    assert (again.returncode, "nothing to do" in again.stdout) == (0, True)
    assert _automations(server) == first
    with _client(server) as client:
        client.pause_automation(first[KILLED].id)
    slower = replace(luminos, extra={**luminos.extra, "PREFECT_FLOWS_HEARTBEAT_FREQUENCY": "60"})
    assert f"change {KILLED}" in slower.run("setup", "--yes").stdout
    second = _automations(server)
    assert (second[KILLED].id, second[KILLED].enabled) == (first[KILLED].id, False)
    assert second[KILLED].trigger.within == timedelta(seconds=3 * 60)
    assert second[CANCELLED] == first[CANCELLED]


@pytest.mark.parametrize("named", ["slack-webhook/night", "night", "secret/word"])
def test_a_block_that_cannot_notify_is_one_line(luminos: Command, server: str, named: str) -> None:
    _save_blocks(server, "http://127.0.0.1:9")
    refused = luminos.run("setup", "--notify", named, "--yes")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert "custom-webhook/night" in refused.stderr
    assert _automations(server) == {}


def test_without_a_server_there_is_nothing_to_set_up(tmp_path: Path) -> None:
    refused = Command(tmp_path / "store").run("setup", "--yes")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert "PREFECT_API_URL is not set" in refused.stderr


def test_a_killed_run_ends_and_whoever_is_to_know_is_told(
    luminos: Command, server: str, target: Path
) -> None:
    from prefect.client.schemas.objects import StateType
    from prefect.states import Cancelling, Failed, Scheduled

    with _receiver() as (address, told), _client(server) as client:
        _save_blocks(server, address)
        done = luminos.run("setup", "--notify", "custom-webhook/night", "--yes")
        assert done.returncode == 0, done.stderr
        _watch_for(SHORTEST, server)
        killed, of_deployment, cancelled, incomplete, other = (
            _killed_audit(luminos, server, target),
            _running(client, "audit", deployment=True),
            _running(client, "audit"),
            _running(client, "audit"),
            _running(client, "another flow"),
        )
        client.set_flow_run_state(cancelled, Cancelling())
        client.set_flow_run_state(incomplete, Failed(name="Incomplete", message="one is missing"))
        assert wait_until(lambda: _state(client, killed).type is StateType.CRASHED)
        assert wait_until(lambda: _state(client, cancelled).type is StateType.CANCELLED)
        assert _state(client, other).type is StateType.RUNNING
        assert wait_until(lambda: len(told) >= 3)
        assert wait_until(lambda: _state(client, of_deployment).type is StateType.CRASHED)
        retried = client.set_flow_run_state(of_deployment, Scheduled(name="AwaitingRetry"))
        assert retried.status.value == "ACCEPT"
    assert any("Crashed" in text and str(killed) in text for text in told)
    assert any("one is missing" in text and str(incomplete) in text for text in told)
    assert not [text for text in told if str(cancelled) in text or str(other) in text]


def _killed_audit(luminos: Command, url: str, target: Path) -> UUID:
    """A run whose process was killed at its first call."""

    def hangs(request: Received) -> Reply:
        return replace(submits_at_once(request), after_seconds=HANGING)

    with MessagesServer(hangs) as model:
        keys = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        mortal = replace(luminos, extra={**luminos.extra, **keys})
        with mortal.started("audit", str(target), "--yes"):
            assert wait_until(lambda: model.calls > 0)
            with _client(url) as client:
                assert wait_until(lambda: _heartbeats(client) > 0)
    with _client(url) as client:
        (run,) = client.read_flow_runs()
    made: UUID = run.id
    return made


def _running(client: Any, flow: str, *, deployment: bool = False) -> UUID:
    """A run that has sent one heartbeat, and has no process."""
    from prefect.states import Pending, Running

    flow_id = client.create_flow_from_name(flow)
    body: dict[str, object] = {"flow_id": str(flow_id), "state": {"type": "PENDING"}}
    if deployment:
        body["deployment_id"] = str(client.create_deployment(flow_id, "on demand"))
    run = UUID(client.request("POST", "/flow_runs/", json=body).json()["id"])
    client.set_flow_run_state(run, Pending(), force=True)
    client.set_flow_run_state(run, Running(), force=True)
    heartbeat = {
        "id": str(uuid4()),
        "event": "prefect.flow-run.heartbeat",
        "occurred": datetime.now(UTC).isoformat(),
        "resource": {"prefect.resource.id": f"prefect.flow-run.{run}"},
        "related": [
            {"prefect.resource.id": f"prefect.flow.{flow_id}", "prefect.resource.role": "flow"}
        ],
    }
    client.request("POST", "/events", json=[heartbeat]).raise_for_status()
    return run


def _heartbeats(client: Any) -> int:
    asked = {"filter": {"event": {"name": ["prefect.flow-run.heartbeat"]}}}
    return int(client.request("POST", "/events/filter", json=asked).json()["total"])


def _state(client: Any, run: UUID) -> Any:
    return client.read_flow_run(run).state


def _watch_for(window: timedelta, url: str) -> None:
    """So long, instead of the minutes that are right for real runs."""
    from prefect.automations import AutomationCore

    with _client(url) as client:
        for name in (KILLED, CANCELLED):
            made = _automations(url)[name]
            trigger = made.trigger.model_copy(update={"within": window})
            changed = AutomationCore(name=name, trigger=trigger, actions=made.actions)
            client.update_automation(made.id, changed)


def _automations(url: str) -> dict[str, Any]:
    with _client(url) as client:
        return {each.name: each for each in client.read_automations()}


def _save_blocks(url: str, address: str) -> None:
    """A notification block, and one that is none."""
    from prefect.blocks.notifications import CustomWebhookNotificationBlock
    from prefect.blocks.system import Secret
    from prefect.settings import PREFECT_API_URL, temporary_settings

    text = {"text": "{{subject}}\n{{body}}"}
    webhook = CustomWebhookNotificationBlock(name="hook", url=address, json_data=text)
    with temporary_settings({PREFECT_API_URL: url}):
        webhook.save("night", overwrite=True)
        Secret(value="word").save("word", overwrite=True)


def _client(url: str) -> Any:
    from prefect.client.orchestration import SyncPrefectClient

    return SyncPrefectClient(url)


@contextmanager
def _receiver() -> Iterator[tuple[str, list[str]]]:
    """The address of a webhook, and the texts that it got."""
    told: list[str] = []

    class Webhook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.append(json.loads(body)["text"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Webhook) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}/", told
        http.shutdown()
