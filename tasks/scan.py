"""The base scan. Not persisted: it is cheap, and it is what tells whether anything changed.

The file checks look along, so that a file is opened once for both.
"""

from prefect import task

from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import Snapshot
from luminos_core.scan.scan_cache import load_scan, store_scan
from luminos_core.scan.scan_context import ScanContext
from luminos_core.scan.snapshot import ScanOptions, take_snapshot
from tasks.runtime import runtime_of


@task(name="scan", task_run_name="scan", persist_result=False)
def scan_target(run: AuditRun) -> Snapshot:
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="scan", text=f"scanning {run.target}"))
    options = ScanOptions(exclude=run.request.exclude, include_hidden=run.request.include_hidden)
    recall = load_scan(runtime.store, runtime.target, fresh=run.request.fresh)
    context = ScanContext(runtime.observe, runtime.stop, recall, runtime.check_cache.check)
    snapshot = take_snapshot(runtime.target, options, context)
    store_scan(runtime.store, runtime.target, recall)
    return snapshot
