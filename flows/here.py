"""Running the audit flow in this process: against the API that is set, or a server of our own."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from flows.local_server import LocalServer, answers, recorded_task_runs
from luminos_core.errors import LuminosError, SettingsError
from luminos_core.records.event import Observer, PhaseStarted
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.records.settings import Settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report

if TYPE_CHECKING:
    from prefect.client.schemas.objects import State

_HOST = "127.0.0.1"
_RECORDS = 60.0  # seconds for a server of our own to take in the last records
_QUIET = {"PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL"}  # the terminal is ours
_TOLD_TO_AN_API = {
    "PREFECT_LOGGING_LEVEL": "INFO",
    # A line for each state of each task run costs 2 ms, and the API has the states themselves.
    "PREFECT_LOGGING_LOGGERS_PREFECT_TASK_RUNS_LEVEL": "WARNING",
}


@dataclass(frozen=True)
class RunHere:
    report: AuditReport
    submitted: int  # task runs
    recorded: int | None = None  # of them, by a server of our own


def audit_here(
    request: AuditRequest,
    settings: Settings,
    store: Store,
    observe: Observer,
    confirm: Callable[[str], bool] | None = None,
) -> RunHere:
    """One run, from its start to its published report; `confirm` asks the person, if there is
    one. Raises what ended it without a report."""
    # Prefect reads settings from files in the working directory, which may be a hostile tree.
    os.chdir(store.server_path)
    os.environ.update(_QUIET)
    if settings.prefect_api_url:
        _refuse_silence(settings.prefect_api_url)
        for name, value in _TOLD_TO_AN_API.items():
            os.environ.setdefault(name, value)
        return _run(request, store, observe, confirm)
    observe(PhaseStarted(phase="start", text="starting a local Prefect server"))
    with _own_server(store) as url:
        run = _run(request, store, observe, confirm)
        return replace(run, recorded=_await_records(url, run))


def _refuse_silence(url: str) -> None:
    if not answers(url):
        raise SettingsError(
            f"no Prefect server answers at PREFECT_API_URL={url}; "
            "start it, or unset PREFECT_API_URL to use a local one"
        )


@contextmanager
def _own_server(store: Store) -> Iterator[str]:
    """The URL of a server that ends with this context, and the environment that leads to it."""
    _forget_other_servers()
    with LocalServer(store.server_path, os.environ) as server:
        os.environ["PREFECT_HOME"] = str(server.home)
        os.environ["PREFECT_API_URL"] = url = server.url
        os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
        os.environ["PREFECT_LOGGING_LEVEL"] = "ERROR"
        import flows.audit  # noqa: F401 - as slow as the server's start: both at once

        server.wait_ready()
        yield url


def _forget_other_servers() -> None:
    """No setting of Prefect's but ours, and no proxy between us and a server on loopback."""
    for variable in [name for name in os.environ if name.startswith("PREFECT_")]:
        if variable not in _QUIET:
            del os.environ[variable]
    direct = os.environ.get("NO_PROXY") or os.environ.get("no_proxy")
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = f"{direct},{_HOST}" if direct else _HOST


def _run(
    request: AuditRequest,
    store: Store,
    observe: Observer,
    confirm: Callable[[str], bool] | None,
) -> RunHere:
    from flows.audit import audit
    from tasks.runtime import asking, listening
    from tasks.submission import counting, result_of

    with listening(observe), asking(confirm), counting() as submitted:
        state: State[Any] = audit(request, return_state=True)  # type: ignore[assignment]
    if isinstance(problem := result_of(state), BaseException):
        raise problem
    flow_run_id = state.state_details.flow_run_id
    if flow_run_id is None:
        raise LuminosError(f"the run ended without a record of itself: {state.message}")
    return RunHere(read_report(store.run(str(flow_run_id))), submitted.count)


def _await_records(url: str, run: RunHere) -> int:
    """Wait until the server has every task run: what it has not taken in is lost when it stops."""
    deadline = time.monotonic() + _RECORDS
    while (recorded := recorded_task_runs(url, run.report.run_id)) < run.submitted:
        if time.monotonic() > deadline:
            break
        time.sleep(0.1)
    return recorded
