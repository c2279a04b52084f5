"""Events reach the server in their order, each once, whatever becomes of single attempts."""

import itertools
import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.fakes.audit_script import submits
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import make_tree, wide_tree
from tests.flows.command import wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import ended_task_runs

Batches = Callable[..., Any]


@pytest.fixture
def batches(prefect_url: str, monkeypatch: pytest.MonkeyPatch) -> Batches:
    """Prefect is imported after its settings are in place."""
    from flows import event_batches

    monkeypatch.setattr(event_batches, "_AGAIN", 0.01)
    monkeypatch.setattr(event_batches, "_PATIENCE", 0.3)
    return event_batches.EventBatches


def event(number: int) -> tuple[str, Any]:
    from prefect.events.schemas.events import Event, Resource

    resource = Resource({"prefect.resource.id": f"number.{number}"})
    return "event", Event(event="counted", resource=resource, payload={"number": number})


def numbers(body: bytes) -> list[int]:
    return [each["payload"]["number"] for each in json.loads(body)]


def refusal(status: int) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", "http://server/events")
    return httpx.HTTPStatusError("no", request=request, response=httpx.Response(status))


@pytest.mark.parametrize(
    "failure", [httpx.ConnectError("gone"), refusal(503), refusal(429), RuntimeError("a bug")]
)
def test_a_failed_attempt_is_made_again_before_what_came_later(
    batches: Batches, failure: Exception
) -> None:
    delivered: list[int] = []
    attempts = itertools.count()

    def post(body: bytes) -> None:
        if next(attempts) % 3 == 0:
            raise failure
        delivered.extend(numbers(body))

    queue = batches(post)
    for number in range(1_000):
        queue.put(event(number))
    while queue.undelivered:
        queue.flush()
    assert delivered == list(range(1_000))
    assert next(attempts) < 500  # batches, not single events


def test_what_the_server_never_takes_does_not_hold_up_the_rest(batches: Batches) -> None:
    delivered: list[int] = []

    def post(body: bytes) -> None:
        if {3, 70} & set(numbers(body)):
            raise refusal(422)
        delivered.extend(numbers(body))

    queue = batches(post)
    for number in range(100):
        queue.put(event(number))
    queue.flush()
    assert delivered == [number for number in range(100) if number not in (3, 70)]
    assert queue.undelivered == 2


def test_a_server_that_is_gone_is_waited_for_once_and_not_for_long(batches: Batches) -> None:
    def post(body: bytes) -> None:
        raise httpx.ConnectError("gone")

    queue = batches(post)
    for number in range(300):
        queue.put(event(number))
    assert wait_until(lambda: queue.is_failing)
    queue.flush()
    began = time.monotonic()
    queue.flush()
    assert time.monotonic() - began < 60
    assert queue.undelivered == 300


def test_events_that_wait_for_a_server_do_not_fill_the_memory(
    batches: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("flows.event_batches._KEPT", 50)
    answering = threading.Event()
    delivered: list[int] = []

    def post(body: bytes) -> None:
        if not answering.is_set():
            raise httpx.ConnectError("away")
        delivered.extend(numbers(body))

    queue = batches(post)
    for number in range(500):
        queue.put(event(number))
    answering.set()
    assert wait_until(lambda: queue.undelivered == queue.lost)
    assert 0 < queue.lost < 500
    assert delivered == list(range(len(delivered)))
    assert len(delivered) + queue.lost == 500


def test_every_task_run_is_recorded_with_its_states_in_order(audit: Audit, tmp_path: Path) -> None:
    from prefect.client.orchestration import get_client

    target = make_tree(tmp_path / "wide", wide_tree(60))
    report = audit(target, ScriptedModel(submits()))
    steps = 60 + len(("scan", "checks", "project", "survey", "plan", "synthesis", "publish"))
    assert wait_until(lambda: len(ended_task_runs(report.run_id)) == steps, 0.2)
    runs = ended_task_runs(report.run_id)
    assert len({run.name for run in runs}) == steps
    with get_client(sync_client=True) as client:
        for run in runs[:10]:
            states = client.request("GET", "/task_run_states/", params={"task_run_id": str(run.id)})
            ordered = sorted(states.json(), key=lambda state: state["timestamp"])
            assert [state["type"] for state in ordered] == ["PENDING", "RUNNING", "COMPLETED"]
            assert run.start_time <= run.end_time


def test_events_go_in_batches_and_not_by_prefects_own_client(
    audit: Audit, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from prefect.events.clients import PrefectEventsClient

    def connect(*_: object) -> None:
        raise AssertionError("an event was sent by itself")

    monkeypatch.setattr(PrefectEventsClient, "__aenter__", connect)
    report = audit(target, ScriptedModel(submits()))
    assert wait_until(lambda: len(ended_task_runs(report.run_id)) == 6 + 7, 0.2)
