"""An audit at a person's own server: cancelled there, and waiting for another."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.run_context import RunContext, with_run_context
from luminos_core.records.event import Event, PhaseStarted
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.flows.command import HANGING, Command, wait_until
from tests.flows.conftest import Audit
from tests.flows.server_records import artifacts_of


def _hangs(request: Received) -> Reply:
    return replace(submits_at_once(request), after_seconds=HANGING)


@pytest.fixture
def cancelled(prefect_url: str, store: Store, target: Path) -> Iterator[tuple[Any, int, str]]:
    """Such a run, the command's exit code, and what it printed."""
    from prefect.client.orchestration import get_client
    from prefect.states import Cancelling

    with MessagesServer(_hangs) as model, get_client(sync_client=True) as client:
        keys = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        luminos = Command(store.path, {"PREFECT_API_URL": prefect_url, **keys}, prepared=True)
        with luminos.started("audit", str(target)) as process:
            assert wait_until(lambda: model.calls > 0)
            (folder,) = store.runs_path.iterdir()
            client.set_flow_run_state(folder.name, Cancelling())  # type: ignore[arg-type]
            output, errors = process.communicate(timeout=HANGING)
        run = client.read_flow_run(folder.name)  # type: ignore[arg-type]
        yield run, process.returncode, output + errors


def test_a_run_without_a_worker_that_is_cancelled_ends_with_a_report(
    cancelled: tuple[Any, int, str],
) -> None:
    run, code, printed = cancelled
    assert (run.state.type.value, run.state.name) == ("CANCELLED", "Cancelled")
    assert run.state.message.startswith("the run was interrupted; ")
    assert code == 2
    assert "Incomplete audit: the run was interrupted" in printed
    assert "Traceback" not in printed
    (report,) = artifacts_of(str(run.id), "audit-report")
    assert f"`luminos retry {run.id}`" in report.data


def test_a_run_that_waits_for_another_audit_of_its_target_says_so(
    audit: Audit, store: Store, target: Path
) -> None:
    held = [try_lock(store.lock(target))]
    said: list[str] = []

    def release(event: Event) -> None:
        if isinstance(event, PhaseStarted):
            said.append(event.text)
        if said and "another audit" in said[-1] and held:
            descriptor = held.pop()
            assert descriptor is not None
            os.close(descriptor)

    with with_run_context(RunContext(observers=(release,))):
        report = audit(target, None)
    assert report.status == "complete"
    assert said[:2] == ["waiting for another audit of this target to end", f"scanning {target}"]
