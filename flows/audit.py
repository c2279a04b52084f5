"""The audit as a Prefect flow: it composes settings, store, executor and log, and runs the audit
of the core."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.artifacts import create_markdown_artifact
from prefect.runtime import flow_run
from prefect.states import Completed, Failed
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.artifact_keys import artifact_key
from flows.event_batches import are_failing, deliver_in_batches, flush_events
from flows.prefect_logging import logged_to_prefect
from flows.run_context import current_run_context
from flows.signals import interruptible
from luminos_core.audit.run import run_audit
from luminos_core.audit.runtime import Runtime, build_runtime
from luminos_core.errors import LuminosError
from luminos_core.llm.providers import build_model
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.redaction.redact import redact
from luminos_core.report.report_markdown import render_markdown
from luminos_core.scan.snapshot import resolve_target
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.lock import locked
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name, encode_name
from tasks.executor import PrefectExecutor
from tasks.runtimes import opened
from tasks.storage import SignedResults, StoredResults, results_in

# Threads are started as they are needed; the graph itself keeps to the request's `concurrency`.
_RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=64)


def _flow_run_name() -> str:
    request: AuditRequest = flow_run.parameters["request"]
    return f"audit of {printable_name(request.target)}"


@flow(
    name="audit",
    flow_run_name=_flow_run_name,
    task_runner=_RUNNER,
    persist_result=False,
)
def audit(request: AuditRequest) -> Any:
    """Audit one directory. The run fails when the audit is incomplete, so that it can be retried;
    its report is published before that."""
    try:
        with _prepared(request) as (runtime, executor):
            report = run_audit(runtime, executor)
            flush_events()
    except LuminosError as error:
        # At the server, too, it is one line for a person: Prefect would put its class before it.
        return Failed(message=redact(str(error)).text, data=error)
    return _final_state(report)


@contextmanager
def _prepared(request: AuditRequest) -> Iterator[tuple[Runtime, PrefectExecutor]]:
    """What a run needs, with the target's lock held."""
    deliver_in_batches()
    context = current_run_context()
    settings = context.settings or read_settings()
    target = resolve_target(decode_name(request.target))
    store = Store(settings.store)
    store.refuse_overlap(target)
    results = SignedResults(store=str(store.path))
    StoredResults(results).check_writable()
    run = AuditRun(
        run_id=str(flow_run.id),
        request=request,
        target=encode_name(str(target)),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    context.run_id = run.run_id
    if context.begun is not None:
        context.begun.replace(store.run(run.run_id))
    with logged_to_prefect(run) as log:
        runtime = build_runtime(
            run,
            settings,
            StoredResults(results),
            build_model(request, settings),
            observers=(*context.observers, *log),
            confirm=context.confirm,
        )
        lock = store.lock(target)
        with opened(runtime), interruptible(runtime.stop), locked(lock, runtime.stop):
            executor = PrefectExecutor(runtime)
            with results_in(results):
                yield runtime, executor
    context.submitted = executor.submitted


def _final_state(report: AuditReport) -> Any:
    if not are_failing():
        create_markdown_artifact(
            markdown=render_markdown(report),
            key=artifact_key("audit-report", Path(decode_name(report.target))),
            description=f"{printable_name(report.name)}: {report.status}",
        )
    if report.status == "complete":
        return Completed(message=report.flag_counts)
    return Failed(name="Incomplete", message="; ".join(report.incomplete_because))
