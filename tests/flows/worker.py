"""The deployments of prefect.yaml, and a worker that runs them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from luminos_core.store.layout import Store
from tests.fakes.messages_server import MessagesServer
from tests.flows.command import Command, wait_until

ROOT = Path(__file__).resolve().parents[2]
POOL = "luminos"


def deploy_all(url: str) -> dict[str, Any]:
    """The deployments by name, as the API has them after `deploy --all`."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.actions import WorkPoolCreate

    with get_client(sync_client=True) as client:
        client.create_work_pool(WorkPoolCreate(name=POOL, type="process"), overwrite=True)
        prefect(url, "--no-prompt", "deploy", "--all")
        found = client.read_deployments()
    assert len(found) == 2
    return {deployment.name: deployment for deployment in found}


def started(deployment: Any, target: Path, /, name: str | None = None, **fields: object) -> UUID:
    """A run of the deployment, which a worker takes up; `fields` are of the request."""
    from prefect.client.orchestration import get_client

    parameters = {"request": {"target": str(target), **fields}}
    with get_client(sync_client=True) as client:
        run = client.create_flow_run_from_deployment(
            deployment.id, parameters=parameters, name=name
        )
    made: UUID = run.id
    return made


def ended(flow_run_id: UUID) -> str:
    """The name of the run's final state."""
    from prefect.client.orchestration import get_client

    with get_client(sync_client=True) as client:

        def final() -> str:
            state = client.read_flow_run(flow_run_id).state
            return state.name if state and state.is_final() else ""

        assert wait_until(final, every=0.3)
        return final()


@contextmanager
def worker(url: str, store: Store, model: MessagesServer) -> Iterator[None]:
    """A process worker of the pool, for as long as the context is open."""
    extra = {
        "PREFECT_API_URL": url,
        "PREFECT_WORKER_QUERY_SECONDS": "1",
        "ANTHROPIC_API_KEY": "sk-test",
        "ANTHROPIC_BASE_URL": model.base_url,
    }
    process = subprocess.Popen(
        [program("prefect"), "worker", "start", "--pool", POOL],
        env=Command(store.path, extra).environment,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def prefect(url: str, *arguments: str) -> None:
    done = subprocess.run(
        [program("prefect"), *arguments],
        env={**os.environ, "PREFECT_API_URL": url},
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def program(name: str) -> str:
    return str(Path(sys.executable).with_name(name))
