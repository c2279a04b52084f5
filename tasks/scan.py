"""The base scan. Not persisted: it is cheap, and it is what tells whether anything changed."""

from prefect import task

from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from tasks.runtime import runtime_of


@task(name="scan", task_run_name="scan", persist_result=False)
def scan_target(run: AuditRun) -> Snapshot:
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="scan", text=f"scanning {run.target}"))
    options = ScanOptions(exclude=run.request.exclude, include_hidden=run.request.include_hidden)
    return take_snapshot(runtime.target, options, runtime.observe, runtime.stop)
