"""What a Prefect server has recorded of a run."""

from typing import Any

from tests.flows.command import wait_until


def log_of(run_id: str) -> list[str]:
    """The lines of a flow run and its task runs, once the flow run's last is in."""
    return [log.message for log in logs_of(run_id)]


def logs_of(run_id: str) -> list[Any]:
    """As the server has them, with their times."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import LogFilter, LogFilterFlowRunId

    of_run = LogFilter(flow_run_id=LogFilterFlowRunId(any_=[run_id]))  # type: ignore[list-item]

    with get_client(sync_client=True) as client:

        def read() -> list[Any]:
            return client.read_logs(of_run, limit=200)

        assert wait_until(lambda: any(_ends_the_flow_run(log) for log in read()), every=0.2)
        return read()


def _ends_the_flow_run(log: Any) -> bool:
    ends: bool = log.message.startswith("Finished in state")
    return ends and log.name == "prefect.flow_runs"


def ended_task_runs(run_id: str) -> list[Any]:
    """Of a flow run, those of whose end the server knows. What it has received of a task run's
    events may be its start alone, and no state yet."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterId

    of_run = FlowRunFilter(id=FlowRunFilterId(any_=[run_id]))  # type: ignore[list-item]
    runs: list[Any] = []
    with get_client(sync_client=True) as client:
        while page := client.read_task_runs(flow_run_filter=of_run, offset=len(runs)):
            runs.extend(page)
    return [run for run in runs if run.state is not None and run.state.is_final()]


def artifacts_of(run_id: str, kind: str = "") -> list[Any]:
    """Those of a flow run; with a kind, such as "audit-progress", only its."""
    from prefect.client.orchestration import get_client
    from prefect.client.schemas.filters import ArtifactFilter, ArtifactFilterFlowRunId

    of_run = ArtifactFilter(
        flow_run_id=ArtifactFilterFlowRunId(any_=[run_id])  # type: ignore[list-item]
    )
    with get_client(sync_client=True) as client:
        found = client.read_artifacts(artifact_filter=of_run)
    return [artifact for artifact in found if artifact.key.startswith(kind)]
