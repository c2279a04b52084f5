"""prefect.yaml as it is deployed: read back from the API, run by a worker, retried from the UI."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.request import AuditRequest
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.fakes.messages_server import Answer, Failure, MessagesServer, Received, submits_at_once
from tests.fakes.trees import DIRECTORIES
from tests.flows.worker import POOL, ROOT, deploy_all, ended, prefect, started, worker


class Breakable:
    """A model that refuses one directory while `broken` is set."""

    path = "src/sample"
    broken = True

    def __call__(self, request: Received) -> Answer:
        if self.broken and f"the directory `{self.path}` " in request.first_text:
            return Failure(400, "invalid_request_error", "no")
        return submits_at_once(request)


def test_what_is_deployed_is_what_the_file_says(deployed: dict[str, Any], prefect_url: str) -> None:
    again = deploy_all(prefect_url)  # changes nothing
    assert {name: each.id for name, each in again.items()} == {
        name: each.id for name, each in deployed.items()
    }
    nightly, on_demand = again["nightly-audit"], again["audit"]
    for deployment in (nightly, on_demand):
        assert deployment.entrypoint == "flows/audit.py:audit"
        assert deployment.work_pool_name == POOL
        assert deployment.enforce_parameter_schema
        assert deployment.pull_steps == [
            {"prefect.deployments.steps.set_working_directory": {"directory": str(ROOT)}}
        ]
        schema = deployment.parameter_openapi_schema
        form = schema["definitions"]["AuditRequest"]["properties"]
        internal = {"continues", "again_directories", "again_passes"}  # for a retry
        assert form.keys() == AuditRequest.model_fields.keys() - internal
        assert form["max_usd"]["title"] == "Cost cap in USD"
        assert all(field["description"] for field in form.values())
        assert all(field["title"].lower() != name for name, field in form.items() if "_" in name)
    (schedule,) = nightly.schedules
    assert (schedule.schedule.cron, schedule.schedule.timezone) == ("0 2 * * *", "Etc/UTC")
    assert (schedule.slug, schedule.active) == ("nightly", True)
    assert nightly.global_concurrency_limit.limit == 1
    assert nightly.concurrency_options.collision_strategy == "CANCEL_NEW"
    assert nightly.parameters == {"request": {"target": "."}}
    assert on_demand.schedules == []


@dataclass(frozen=True)
class Works:
    """What a worker works with."""

    store: Store
    model: MessagesServer
    script: Breakable


@pytest.fixture(scope="module")
def works(
    deployed: dict[str, Any], prefect_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Works]:
    store, script = Store(tmp_path_factory.mktemp("deployment") / "store"), Breakable()
    with MessagesServer(script) as model, worker(prefect_url, store, model):
        yield Works(store, model, script)


# Of a fresh run also by test_flow_fresh_retry.py, without a worker.
@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_retried_run_redoes_the_failed_directory_and_its_ancestors_only(
    deployed: dict[str, Any], prefect_url: str, works: Works, target: Path, fresh: bool
) -> None:
    for path in DIRECTORIES:  # nothing of the other run is stored
        (target / path / "own.txt").write_text(f"{fresh}\n")
    model, script = works.model, works.script
    script.broken = True
    begun = model.calls
    run = started(deployed["audit"], target, fresh=fresh)
    assert ended(run) == "Incomplete"
    first = read_report(works.store.run(str(run)))
    assert _states(first)["src/sample"] == "failed"
    script.broken = False
    before = model.calls
    prefect(prefect_url, "flow-run", "retry", str(run))
    assert ended(run) == "Completed"
    again = model.calls - before
    second = read_report(works.store.run(str(run)))
    redone = {path for path, state in _states(second).items() if state == "investigated"}
    assert redone == {"src/sample", "src", "."}
    assert set(_states(second)) == DIRECTORIES
    assert again == len(redone) + 1  # and the synthesis, whose briefing has the gap
    # The bill is of the whole run; what the server refused was not counted.
    (refused,) = (each.calls for each in first.directories if each.path == "src/sample")
    assert refused == 0
    assert sum(each.calls for each in second.cost.by_pass) == model.calls - begun - 1


@pytest.mark.usefixtures("prefect_url")
def test_a_run_with_a_wrong_target_fails_with_a_plain_message(store: Store, tmp_path: Path) -> None:
    from prefect.client.orchestration import get_client

    from flows.audit import audit

    missing = tmp_path / "no such place"
    ended_as = audit(AuditRequest(target=str(missing)), return_state=True)
    run = ended_as.state_details.flow_run_id
    with get_client(sync_client=True) as client:
        state = client.read_flow_run(run).state
    assert state is not None
    assert (state.name, state.message) == ("Failed", f"{missing} does not exist")


def _states(report: Any) -> dict[str, str]:
    return {each.path: each.state.value for each in report.directories}
