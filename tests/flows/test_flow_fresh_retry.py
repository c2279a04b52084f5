"""A fresh run that is tried again makes again only what it has not made: `fresh` is about what was
stored before it."""

import signal
import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from luminos_core.errors import RequestRejected
from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import asked, reports, submits
from tests.fakes.messages_server import MessagesServer, Received, Reply, submits_at_once
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.trees import DIRECTORIES
from tests.flows.command import HANGING, Command, wait_until
from tests.flows.conftest import Audit


def test_prefects_retry_of_a_fresh_run_makes_again_what_failed_and_what_depends_on_it(
    audit: Audit, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from flows.audit import audit as flow

    monkeypatch.setattr("flows.audit.audit", flow.with_options(retries=1, retry_delay_seconds=0))
    audit(target, ScriptedModel(submits()))
    failures = [RequestRejected("no")]

    def fails_once(path: str) -> Answer:
        return failures.pop() if path == "docs" and failures else reports(path)

    model = ScriptedModel(submits(fails_once))
    report = audit(target, model, fresh=True)
    assert report.status == "complete"
    once = {*DIRECTORIES, "survey", "plan", "synthesis"}
    twice = {"docs", ".", "synthesis"}  # the failed one, and what was made from its gap
    assert Counter(asked(model.requests)) == Counter([*once, *twice])


class Holds:
    """A server that keeps one answer back until its client is dead."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.reached = threading.Event()
        self.released = threading.Event()
        self.answered: list[str] = []

    def __call__(self, request: Received) -> Reply:
        if request.number == self.at:
            self.reached.set()
            assert self.released.wait(HANGING)
        else:
            self.answered.append(request.first_text)
        return submits_at_once(request)


def test_a_fresh_run_that_was_killed_is_gone_on_with_where_it_was(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    held = Holds(at=99)
    with MessagesServer(held) as model:
        settings = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        luminos = Command(
            tmp_path / "store", {"PREFECT_API_URL": prefect_url, **settings}, prepared=True
        )
        assert luminos.inside("audit", str(target)).returncode == 0
        in_one_run = len(held.answered)
        held.answered.clear()
        held.at = in_one_run + 6  # survey, plan and three directories are made again
        results, began = tmp_path / "store" / "results", time.time_ns()
        with luminos.started("audit", str(target), "--fresh", "--concurrency", "1") as process:
            assert held.reached.wait(HANGING)
            assert wait_until(lambda: len(_written_since(began, results)) == 3)
            process.send_signal(signal.SIGKILL)
            process.wait()
        held.released.set()
        done = luminos.inside("retry", "--json")
    assert done.returncode == 0, done.stderr
    assert len(held.answered) == in_one_run
    assert len(set(held.answered)) == in_one_run
    report = AuditReport.model_validate_json(done.stdout)
    states = Counter(each.state for each in report.directories)
    assert states == {DirectoryState.CACHED: 3, DirectoryState.INVESTIGATED: 3}


def _written_since(began: int, results: Path) -> list[Path]:
    """The directories' results."""
    return [file for file in results.glob("directory-*") if file.stat().st_mtime_ns > began]
