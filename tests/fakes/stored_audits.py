"""Offline audits without Prefect, whose runs stay in a store."""

from pathlib import Path

from luminos_core.audit.run import run_audit
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor


def audit_offline(target: Path, store: Path, run_id: str, fail_on: str = "") -> AuditReport:
    results = MemoryResults()
    asked = {"fail_on": fail_on} if fail_on else {}
    with runtime_over(target, results=results, store=store, run_id=run_id, **asked) as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))
