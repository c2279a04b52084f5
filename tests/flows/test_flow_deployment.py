"""prefect.yaml as it is deployed: read back from the API, run by a worker, retried from the UI."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.fakes.messages_server import Answer, Failure, MessagesServer, Received, submits_at_once
from tests.fakes.trees import DIRECTORIES
from tests.flows.command import Command, wait_until

ROOT = Path(__file__).resolve().parents[2]
POOL = "luminos"


class Breakable:
    """A model that refuses one directory while `broken` is set, and counts what it answered."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.broken = True

    def __call__(self, request: Received) -> Answer:
        if self.broken and f"the directory `{self.path}` " in request.first_text:
            return Failure(400, "invalid_request_error", "no")
        return submits_at_once(request)


@pytest.fixture(scope="module")
def deployed(prefect_url: str) -> dict[str, Any]:
    """The deployments by name, as the API has them after `deploy --all`, run twice."""
    _prefect(prefect_url, "work-pool", "create", POOL, "--type", "process", "--overwrite")
    for _ in range(2):
        _prefect(prefect_url, "--no-prompt", "deploy", "--all")
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:
        found = client.read_deployments()
    assert len(found) == 2
    return {deployment.name: deployment for deployment in found}


def test_what_is_deployed_is_what_the_file_says(deployed: dict[str, Any]) -> None:
    nightly, on_demand = deployed["nightly-audit"], deployed["audit"]
    for deployment in (nightly, on_demand):
        assert deployment.entrypoint == "flows/audit.py:audit"
        assert deployment.work_pool_name == POOL
        assert deployment.enforce_parameter_schema
        assert deployment.pull_steps == [
            {"prefect.deployments.steps.set_working_directory": {"directory": str(ROOT)}}
        ]
        schema = deployment.parameter_openapi_schema
        assert {"target", "exclude", "fresh", "concurrency", "model"} <= set(
            schema["definitions"]["AuditRequest"]["properties"]
        )
    (schedule,) = nightly.schedules
    assert (schedule.schedule.cron, schedule.schedule.timezone) == ("0 2 * * *", "Etc/UTC")
    assert (schedule.slug, schedule.active) == ("nightly", True)
    assert nightly.global_concurrency_limit.limit == 1
    assert nightly.concurrency_options.collision_strategy == "CANCEL_NEW"
    assert nightly.parameters == {"request": {"target": "."}}
    assert on_demand.schedules == []


@pytest.mark.parametrize("fresh", [False, True])
def test_a_retried_run_redoes_the_failed_directory_and_its_ancestors_only(
    deployed: dict[str, Any], prefect_url: str, store: Store, target: Path, fresh: bool
) -> None:
    from prefect.client.orchestration import get_client

    script = Breakable("src/sample")
    with MessagesServer(script) as model, _worker(prefect_url, store, model):
        with get_client(sync_client=True) as client:
            parameters = {"request": {"target": str(target), "fresh": fresh}}
            run = client.create_flow_run_from_deployment(
                deployed["audit"].id, parameters=parameters
            )
        assert _ended(run.id) == "Incomplete"
        first = read_report(store.run(str(run.id)))
        assert _states(first)["src/sample"] == "failed"
        script.broken = False
        before = model.calls
        _prefect(prefect_url, "flow-run", "retry", str(run.id))
        assert _ended(run.id) == "Completed"
        again = model.calls - before
    second = read_report(store.run(str(run.id)))
    redone = {path for path, state in _states(second).items() if state == "investigated"}
    assert redone == {"src/sample", "src", "."}
    assert set(_states(second)) == DIRECTORIES
    assert again == len(redone) + 1  # and the synthesis, whose briefing has the gap
    # The bill is of the whole run; what the server refused was not counted.
    (refused,) = (each.calls for each in first.directories if each.path == "src/sample")
    assert refused == 0
    assert sum(each.calls for each in second.cost.by_pass) == model.calls - 1


def test_a_run_with_a_wrong_target_fails_with_a_plain_message(
    deployed: dict[str, Any], prefect_url: str, store: Store, tmp_path: Path
) -> None:
    from prefect.client.orchestration import get_client

    missing = tmp_path / "no such place"
    with MessagesServer(submits_at_once) as model, _worker(prefect_url, store, model):
        with get_client(sync_client=True) as client:
            parameters = {"request": {"target": str(missing)}}
            run = client.create_flow_run_from_deployment(
                deployed["audit"].id, parameters=parameters
            )
        assert _ended(run.id) == "Failed"
        with get_client(sync_client=True) as client:
            state = client.read_flow_run(run.id).state
    assert state is not None
    assert state.message == f"{missing} does not exist"


def _states(report: Any) -> dict[str, str]:
    return {each.path: each.state.value for each in report.directories}


def _ended(flow_run_id: UUID) -> str:
    """The name of the run's final state."""
    from prefect.client.orchestration import get_client

    def final() -> str:
        with get_client(sync_client=True) as client:
            state = client.read_flow_run(flow_run_id).state
        return state.name if state and state.is_final() else ""

    assert wait_until(final, 120)
    return final()


@contextmanager
def _worker(url: str, store: Store, model: MessagesServer) -> Iterator[None]:
    """A process worker of the pool, for as long as the context is open."""
    extra = {
        "PREFECT_API_URL": url,
        "PREFECT_WORKER_QUERY_SECONDS": "1",
        "ANTHROPIC_API_KEY": "sk-test",
        "ANTHROPIC_BASE_URL": model.base_url,
    }
    process = subprocess.Popen(
        [_program("prefect"), "worker", "start", "--pool", POOL],
        env=Command(store.path, extra).environment,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _prefect(url: str, *arguments: str) -> None:
    done = subprocess.run(
        [_program("prefect"), *arguments],
        env={**os.environ, "PREFECT_API_URL": url},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))
