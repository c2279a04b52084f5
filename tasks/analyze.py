"""The deterministic checks. Their flags are stored by the target's content and the rules."""

from typing import Any

from prefect.context import TaskRunContext

from luminos_core.analyzers.analysis import analyze, rules_digest
from luminos_core.analyzers.last_inspection import keep_inspection
from luminos_core.beneath import Beneath
from luminos_core.cache.content import content_digest
from luminos_core.digest import digest_json
from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import Snapshot
from tasks.runtime import runtime_of
from tasks.stored import stored_task


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    snapshot: Snapshot = parameters["snapshot"]
    return f"analysis-{digest_json([content_digest(snapshot), rules_digest()])}"


@stored_task("analyze", _cache_key)
def analyze_target(run: AuditRun, snapshot: Snapshot) -> Any:
    """The analyzers' flags as plain JSON."""
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="analyze", text=f"checking {snapshot.file_count} files"))
    flags = analyze(Beneath(runtime.target), snapshot, runtime.inspection, runtime.stop)
    keep_inspection(runtime.store, runtime.target, runtime.inspection, snapshot)
    return [flag.model_dump(mode="json") for flag in flags]
