"""The deterministic checks. Their flags are stored by the target's content and the rules."""

from typing import Any

from prefect.context import TaskRunContext

from luminos_core.cache.content import content_digest
from luminos_core.checks.check_cache import save_check_cache
from luminos_core.checks.registry import checks_digest
from luminos_core.checks.run_checks import run_checks
from luminos_core.digest import digest_json
from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from tasks.runtime import runtime_of
from tasks.stored import stored_task


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    snapshot: Snapshot = parameters["snapshot"]
    return f"analysis-{digest_json([content_digest(snapshot), checks_digest()])}"


@stored_task("analyze", _cache_key)
def analyze_target(run: AuditRun, snapshot: Snapshot) -> Any:
    """The checks' flags as plain JSON."""
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="analyze", text=f"checking {snapshot.file_count} files"))
    flags = run_checks(SandboxedDir(runtime.target), snapshot, runtime.check_cache, runtime.stop)
    save_check_cache(runtime.store, runtime.target, runtime.check_cache, snapshot)
    return [flag.model_dump(mode="json") for flag in flags]
