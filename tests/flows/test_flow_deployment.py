"""prefect.yaml as it is deployed: read back from the API."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.records.request import AuditRequest
from luminos_core.store.layout import Store
from tests.flows.worker import POOL, ROOT, deploy_all


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
