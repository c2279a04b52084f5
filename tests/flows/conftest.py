"""A real Prefect server for the whole session, and audits that run against it."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from flows.local_server import LocalServer
from luminos_core.audit.runtime import build_runtime
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.trees import PROJECT, make_tree
from tests.flows.command import Command
from tests.flows.worker import deploy_all


@pytest.fixture(scope="session")
def prefect_url(started_server: LocalServer) -> str:
    """The API of a started server, which Prefect is set to in this process."""
    os.environ["PREFECT_HOME"] = str(started_server.home)
    os.environ["PREFECT_API_URL"] = started_server.url
    os.environ["PREFECT_LOGGING_TO_API_ENABLED"] = "false"
    os.environ["PREFECT_LOGGING_LEVEL"] = "CRITICAL"
    from prefect.context import refresh_global_settings_context
    from prefect.settings import PREFECT_API_URL

    refresh_global_settings_context()  # some test's module has imported Prefect before
    assert PREFECT_API_URL.value() == started_server.url
    return started_server.url


@pytest.fixture(scope="session")
def deployed(prefect_url: str) -> dict[str, Any]:
    """The deployments of prefect.yaml on that server, by name."""
    return deploy_all(prefect_url)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    path = tmp_path / "store"
    monkeypatch.setenv("LUMINOS_STORE", str(path))
    monkeypatch.setenv("LUMINOS_SURVEY_MIN_FILES", "0")  # as a Command has it
    monkeypatch.setenv("LUMINOS_COUNCIL_MEMBERS", "0")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return Store(path)


@pytest.fixture(autouse=True)
def prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a scripted model the prices of Anthropic's."""
    monkeypatch.setattr(ScriptedModel, "name", "anthropic")


Audit = Callable[..., AuditReport]


@pytest.fixture
def audit(prefect_url: str, store: Store, monkeypatch: pytest.MonkeyPatch) -> Audit:
    """Run the real flow on a target with a scripted model, or offline with None; `fields` are of
    the request. Returns the published report."""
    core = partial(build_runtime, passes=CORE_PASSES)
    monkeypatch.setattr("flows.audit.build_runtime", core)

    def run(target: Path, scripted: ScriptedModel | None, /, **fields: Any) -> AuditReport:
        from flows.audit import audit as flow

        monkeypatch.setattr("flows.audit.build_model", lambda request, settings: scripted)
        request = AuditRequest(target=str(target), **fields)
        state = flow(request, return_state=True)
        return read_report(store.run(str(state.state_details.flow_run_id)))

    return run


@pytest.fixture
def luminos(tmp_path: Path) -> Command:
    """The command, with a store of its own."""
    return Command(tmp_path / "store")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "sample", PROJECT)
