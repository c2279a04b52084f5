"""The API of a flow run in this process: the one that is set, or a server of our own."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flows.local_server import LocalServer, recorded_task_runs
from flows.run_context import RunContext, with_run_context
from flows.server_check import server_problem
from luminos_core.errors import LuminosError, SettingsError
from luminos_core.records.event import PhaseStarted
from luminos_core.records.report import AuditReport
from luminos_core.records.settings import Settings
from luminos_core.settings import prefect_variables, process_environment, unproxied
from luminos_core.store.layout import Store, empty_folder
from luminos_core.store.run_folder import read_report

_HOST = "127.0.0.1"
_RECORDS_TIMEOUT = 60.0  # seconds for a server of our own to record the last task runs
_QUIET = {"PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL"}  # the terminal is ours
_LOGGED_TO_AN_API = {
    "PREFECT_LOGGING_LEVEL": "INFO",
    # A line for each state of each task run costs 2 ms, and the API has the states themselves.
    "PREFECT_LOGGING_LOGGERS_PREFECT_TASK_RUNS_LEVEL": "WARNING",
}


@contextmanager
def prefect_api(settings: Settings, store: Store, context: RunContext) -> Iterator[None]:
    """Let one flow run start within this context, and share `context` with it. A server of our own
    stops at the end, when it has recorded every task run."""
    prepare_prefect(store)
    with with_run_context(context):
        if settings.prefect_api_url:
            for name, value in _LOGGED_TO_AN_API.items():
                os.environ.setdefault(name, value)
            if problem := server_problem(settings.prefect_api_url):
                raise SettingsError(problem)
            yield
            return
        for observe in context.observers:
            observe(PhaseStarted(phase="start", text="starting a local Prefect server"))
        with _local_server(store) as url:
            yield
            if context.submitted:
                context.recorded = _wait_for_records(url, context)


def prepare_prefect(store: Store) -> None:
    """Before Prefect is imported, which reads its settings once."""
    # They are also read from files in the working directory, which may be a hostile tree.
    os.chdir(empty_folder(store.server_path))
    os.environ.update(_QUIET)


def finished_report(state: Any, store: Store, context: RunContext) -> AuditReport:
    """The report of a flow run by its final state; raises what ended it without one."""
    from tasks.prefect_submit import result_of

    result = result_of(state)
    if isinstance(result, BaseException):
        raise result
    if not context.run_id:
        raise LuminosError(f"the run ended without a report: {state.message}")
    return read_report(store.run(context.run_id))


@contextmanager
def _local_server(store: Store) -> Iterator[str]:
    """The URL of a server that stops with this context, and the environment that leads to it: no
    other setting of Prefect's, and no proxy on the way."""
    for name in prefect_variables():
        if name not in _QUIET:
            del os.environ[name]
    os.environ.update(unproxied(_HOST))
    with LocalServer(store.server_path, process_environment()) as server:
        os.environ.update(server.settings)
        os.environ["PREFECT_API_URL"] = url = server.url
        os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
        os.environ["PREFECT_LOGGING_LEVEL"] = "ERROR"
        import flows.audit  # noqa: F401 - as slow as the server's start: both at once

        server.wait_ready()
        yield url


def _wait_for_records(url: str, context: RunContext) -> int:
    """What a server has not recorded is lost when it stops."""
    deadline = time.monotonic() + _RECORDS_TIMEOUT
    while (recorded := recorded_task_runs(url, context.run_id)) < context.submitted:
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    return recorded
