"""The API of a flow run in this process: the one that is set, or a server of our own."""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from flows.local_server import LocalServer, recorded_task_runs
from flows.quick_import import quick_import
from flows.run_context import RunContext, with_run_context
from flows.server_check import server_problem
from luminos_core.audit.publish import publish_gap
from luminos_core.errors import LuminosError, SettingsError
from luminos_core.llm.anthropic.connection_error import unusable_client
from luminos_core.records.event import PhaseStarted
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.settings import Settings
from luminos_core.settings import network_variables, prefect_variables, process_environment
from luminos_core.store.interrupted import begun_run
from luminos_core.store.layout import Store, empty_folder
from luminos_core.store.run_folder import REPORT, read_report

_DIRECT = {"NO_PROXY": "*", "no_proxy": "*"}  # a system may have proxies without a variable
_RECORDS_TIMEOUT = 60.0  # seconds for a server of our own to record the last task runs
_RECORD = "record"
_QUIET = {  # the terminal is ours
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
    "PREFECT_LOGGING_INTERNAL_LEVEL": "CRITICAL",
    "DO_NOT_TRACK": "1",  # no usage data leaves, and no notice of it is the first thing to read
}
_PATIENCE = {  # as shipped, a server that is gone is asked for 62 s, and one that hangs for 360
    "PREFECT_CLIENT_MAX_RETRIES": "2",
    "PREFECT_API_REQUEST_TIMEOUT": "30",
}
_LOGGED_TO_AN_API = {
    "PREFECT_LOGGING_LEVEL": "INFO",
    # A line for each state of each task run costs 2 ms, and the API has the states themselves.
    "PREFECT_LOGGING_LOGGERS_PREFECT_TASK_RUNS_LEVEL": "WARNING",
}


@contextmanager
def begun(store: Store, request: AuditRequest, context: RunContext) -> Iterator[None]:
    """Record a run before it has a flow run: what ends the process from now on can be retried."""
    started_at = datetime.now(UTC).isoformat(timespec="seconds")
    run = AuditRun(run_id="", request=request, target=request.target, started_at=started_at)
    with begun_run(store, run) as context.begun:
        yield


@contextmanager
def prefect_api(settings: Settings, store: Store, context: RunContext) -> Iterator[None]:
    """Let one flow run start within this context, and share `context` with it. A server of our own
    stops at the end, when it has recorded every task run."""
    prepare_prefect(store)
    with with_run_context(context):
        if settings.prefect_api_url:
            _check_http_client()
            for name, value in {**_LOGGED_TO_AN_API, **_PATIENCE}.items():
                os.environ.setdefault(name, value)
            if problem := server_problem(settings.prefect_api_url):
                raise SettingsError(problem)
            _import_flow()
            yield
            return
        for observe in context.observers:
            observe(PhaseStarted(phase="start", text="starting a local Prefect server"))
        with _local_server(store) as url:
            try:
                yield
            finally:  # the reader of the report may be gone
                if context.submitted:
                    context.recorded = _wait_for_records(url, context)


def prepare_prefect(store: Store) -> None:
    """Before Prefect is imported, which reads its settings once."""
    # They are also read from files in the working directory, which may be a hostile tree.
    os.chdir(empty_folder(store.server_path))
    os.environ.update(_QUIET)
    logging.raiseExceptions = False  # a log that a server does not take is no news


def _import_flow() -> None:
    """After Prefect's settings are in place."""
    with quick_import():
        import flows.audit  # noqa: F401


def _check_http_client() -> None:
    """SettingsError in one line when no HTTP client can be made, Prefect's neither."""
    import httpx

    try:
        httpx.Client().close()
    except (ImportError, OSError, ValueError, httpx.InvalidURL) as error:
        problem = unusable_client(error)
    else:
        return
    raise problem


@contextmanager
def outlived(context: RunContext) -> Iterator[None]:
    """What a flow run in this context raises is kept for `finished_report`: a server that is gone
    ends a flow run with an error when its work is done."""
    try:
        yield
    except BaseException as error:  # noqa: BLE001 - a signal's in Prefect's own code, too
        context.ended = error


def raise_failure(state: Any) -> None:
    """What ended a flow run, by its final state, if it was an error."""
    from tasks.prefect_submit import result_of

    result = result_of(state)
    if isinstance(result, BaseException):
        raise result


def finished_report(store: Store, context: RunContext) -> AuditReport:
    """The report of the flow run. A server that was lost on the way is a gap of the report; raises
    what ended the run without one."""
    ended, lost = context.ended, _lost_server(context)
    file = store.run_path(context.run_id) / REPORT
    if context.run_id and file.is_file():
        report, gap = context.report or read_report(file), Gap(pass_name=_RECORD, reason=lost)
        return publish_gap(store, report, gap) if lost else report
    if context.report is not None:  # the store could not take it, and it says so
        return context.report
    if lost:
        raise LuminosError("the Prefect server stopped answering before there was a report")
    if ended is not None and not isinstance(ended, Exception):
        raise KeyboardInterrupt
    raise _failed_server(ended) or ended or LuminosError("the run ended without a report")


@contextmanager
def _local_server(store: Store) -> Iterator[str]:
    """The URL of a server that stops with this context, and the environment that leads to it: no
    other setting of Prefect's, no proxy on the way, and no certificates, which can be unreadable.
    A model's client has been told its way to the model."""
    for name in (*prefect_variables(), *network_variables()):
        if name not in _QUIET:
            del os.environ[name]
    os.environ.update(_DIRECT)
    with LocalServer(store.server_path, process_environment()) as server:
        os.environ.update(server.settings)
        os.environ["PREFECT_API_URL"] = url = server.url
        os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
        os.environ["PREFECT_LOGGING_LEVEL"] = "ERROR"
        os.environ.update(_PATIENCE)
        _import_flow()  # while the server starts
        server.wait_ready()
        yield url


def _lost_server(context: RunContext) -> str:
    """What is to be said of a server that stopped answering during the run; "" if it answers."""
    from flows.event_batches import are_failing
    from flows.server_check import is_lost

    is_known_end = context.ended is None or isinstance(context.ended, LuminosError)
    if (is_known_end and not are_failing()) or not is_lost():
        return ""
    return "the Prefect server stopped answering, and its record of this run is incomplete"


def _failed_server(ended: BaseException | None) -> LuminosError | None:
    """What a server that answers, but cannot record, is as one line."""
    from httpx import HTTPStatusError

    if not isinstance(ended, HTTPStatusError) or ended.response.status_code < 500:
        return None
    status = ended.response.status_code
    return LuminosError(
        f"the Prefect server cannot record the run (status {status}): its disk may be full; with a "
        "local server that is the store's"
    )


def _wait_for_records(url: str, context: RunContext) -> int:
    """What a server has not recorded is lost when it stops."""
    from flows.event_batches import flush_events

    recorded = 0
    try:
        flush_events()
        deadline = time.monotonic() + _RECORDS_TIMEOUT
        while (recorded := recorded_task_runs(url, context.run_id)) < context.submitted:
            if time.monotonic() > deadline:
                break
            time.sleep(0.1)
    except (OSError, KeyboardInterrupt):  # the server is gone, or the person will not wait
        pass
    return recorded
