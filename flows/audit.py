"""The audit as a Prefect flow: it composes settings, store, executor and log, and runs the audit
of the core."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.runtime import flow_run
from prefect.task_runners import TaskRunner, ThreadPoolTaskRunner

from flows.artifacts import LastEstimate, leave_estimate, leave_report
from flows.cancellation import cancellable
from flows.event_batches import deliver_in_batches, flush_events
from flows.final_states import in_words_of_its_start, state_of, state_without_report
from flows.prefect_lines import leave_out_lines
from flows.prefect_logging import logged_to_prefect
from flows.run_context import current_run_context
from flows.run_names import flow_run_name
from flows.signals import interruptible
from luminos_core.audit.run import run_audit
from luminos_core.audit.runtime import Runtime, build_runtime
from luminos_core.errors import LuminosError, NotApproved
from luminos_core.llm.providers import build_model
from luminos_core.records.event import Observer, PhaseStarted
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.scan.snapshot import resolve_target
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.lock import locked
from luminos_core.text.filenames import decode_name, encode_name
from tasks.executor import PrefectExecutor
from tasks.runtimes import opened
from tasks.storage import SignedResults, StoredResults, results_in

# Threads are started as they are needed; the graph itself keeps to the request's `concurrency`.
_RUNNER: TaskRunner[Any] = ThreadPoolTaskRunner(max_workers=64)
# New objects. Nearly all that a run makes stays until its end, and to look through it for garbage
# as often as by default takes a sixth of a quiet night.
_COLLECTED_EVERY = 20_000
_WAITING = PhaseStarted(phase="start", text="waiting for another audit of this target to end")


@flow(
    name="audit",
    flow_run_name=flow_run_name,
    task_runner=_RUNNER,
    persist_result=False,
)
def audit(request: AuditRequest) -> Any:
    """Audit one directory. The run fails when the audit is incomplete, so that it can be retried;
    its report is published before that."""
    leave_out_lines()
    gc.set_threshold(_COLLECTED_EVERY)
    last = LastEstimate()
    try:
        with _prepared(request, last) as (runtime, executor):
            report = current_run_context().report = run_audit(runtime, executor)
            flush_events()
    except NotApproved as error:
        if last.estimate:
            leave_estimate(last.estimate, in_words_of_its_start(str(error)), runtime.target)
        return state_without_report(error)
    except LuminosError as error:
        return state_without_report(error)
    leave_report(report, runtime.folder.path)
    return state_of(report)


@contextmanager
def _prepared(
    request: AuditRequest, *observers: Observer
) -> Iterator[tuple[Runtime, PrefectExecutor]]:
    """What a run needs, with the target's lock held."""
    deliver_in_batches()
    context = current_run_context()
    settings = context.settings or read_settings()
    target = resolve_target(decode_name(request.target))
    store = Store(settings.store)
    store.refuse_overlap(target)
    results = SignedResults(store=str(store.path))
    StoredResults(results).check_writable()
    run = _run(request, target)
    context.run_id = run.run_id
    if context.begun is not None:
        context.begun.replace(store.run(run.run_id))
    with logged_to_prefect(run) as log:
        runtime = build_runtime(
            run,
            settings,
            StoredResults(results),
            build_model(request, settings),
            observers=(*context.observers, *observers, *log),
            confirm=context.confirm,
        )
        stop, waiting = runtime.stop, partial(runtime.observe, _WAITING)
        with opened(runtime), interruptible(stop), cancellable(stop, settings):
            executor = PrefectExecutor(runtime)
            with locked(store.lock(target), stop, waiting), results_in(results):
                yield runtime, executor
    context.submitted = executor.submitted


def _run(request: AuditRequest, target: Path) -> AuditRun:
    return AuditRun(
        run_id=str(flow_run.id),
        request=request,
        target=encode_name(str(target)),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
