"""The audit: scan, analyze, survey, plan, one task a directory, synthesis, publish."""

from datetime import UTC, datetime
from typing import Any

from prefect import flow
from prefect.runtime import flow_run
from prefect.states import Completed, Failed
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.agreement import agree
from flows.briefs import (
    Found,
    directories_brief,
    results_of,
    run_facts,
    synthesis_briefing,
)
from flows.interruption import interruptible
from flows.outlook import look_ahead
from flows.pipeline import Pipeline
from flows.telling import told_to_prefect
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.scan.snapshot import resolve_target
from luminos_core.store.lock import locked
from luminos_core.text.filenames import decode_name, encode_name
from tasks.results import check_writable
from tasks.runtime import Runtime, open_runtime
from tasks.storage import SignedResults, results_in

# Threads are started as they are needed; the graph itself keeps to the request's `concurrency`.
_RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=64)


def _flow_run_name() -> str:
    request: AuditRequest = flow_run.parameters["request"]
    return f"audit of {request.target}"


@flow(
    name="audit",
    flow_run_name=_flow_run_name,
    task_runner=_RUNNER,
    persist_result=False,
)
def audit(request: AuditRequest) -> Any:
    """Audit one directory. The run fails when the audit is incomplete, so that it can be retried;
    its report is published before that."""
    run = AuditRun(
        run_id=str(flow_run.id),
        request=request,
        target=encode_name(str(resolve_target(decode_name(request.target)))),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    with told_to_prefect(run), open_runtime(run) as runtime, interruptible(runtime.stop):
        runtime.store.refuse_overlap(runtime.target)
        check_writable(runtime.store)
        with locked(runtime.store.target(runtime.target) / "lock", runtime.stop):
            storage = SignedResults(store=str(runtime.store.path))
            with results_in(storage):
                report = _audited(runtime, storage)
    if report.status == "complete":
        return Completed(message=f"{len(report.flags)} flags")
    return Failed(name="Incomplete", message="; ".join(report.incomplete_because))


def _audited(runtime: Runtime, storage: SignedResults) -> AuditReport:
    passes = Pipeline(runtime, storage)
    snapshot = passes.scan()
    analysis = passes.analyze(snapshot)
    outlook = look_ahead(runtime, passes, snapshot, analysis)
    estimate = agree(runtime, outlook.ahead)
    surveyed = passes.survey(snapshot)
    planned = passes.plan(snapshot, surveyed.survey, outlook.stored)
    found = Found(snapshot, analysis, surveyed, planned, estimate)
    brief, progress = passes.investigate(directories_brief(runtime, found))
    synthesis = passes.synthesize(synthesis_briefing(brief, progress, analysis.flags))
    facts = run_facts(runtime, brief, found, progress, synthesis)
    return passes.publish(facts, results_of(brief, progress))
