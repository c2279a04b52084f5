"""However a run is cut short: what it spent is in a report, it is listed, and a retry goes on."""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from luminos_core.records.report import AuditReport
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from tests.fakes.messages_server import (
    Answer,
    Failure,
    MessagesServer,
    Received,
    submits_at_once,
)
from tests.flows.command import HANGING, Command, wait_until

KILL, HUP, TERM, INT = signal.SIGKILL, signal.SIGHUP, signal.SIGTERM, signal.SIGINT
MIDDLE = 5  # the call of the third directory: survey, plan and two directories are paid


@dataclass
class Script:
    """Answers as asked, but for one call: it is answered by `instead`, or not before `go_on`."""

    at: int
    instead: Answer | None = None
    reached: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)

    def __call__(self, request: Received) -> Answer:
        if request.number != self.at:
            return submits_at_once(request)
        self.reached.set()
        if self.instead is not None:
            return self.instead
        self.go_on.wait(HANGING)
        return submits_at_once(request)


@dataclass(frozen=True)
class Bench:
    luminos: Command
    model: MessagesServer
    script: Script
    target: Path

    def cut(self, *signals: signal.Signals) -> tuple[int, str, str]:
        """An audit that gets these signals at the script's call: its exit code and its output."""
        arguments = ("audit", str(self.target), "--concurrency", "1", "--max-usd", "2")
        with self.luminos.started(*arguments) as process:
            assert self.script.reached.wait(HANGING)
            for number in signals:
                process.send_signal(number)
                time.sleep(0.1)
            if not signals or TERM in signals:
                self.script.go_on.set()
            out, err = process.communicate(timeout=HANGING)
            self.script.go_on.set()
        return process.returncode, out, err

    def listed(self) -> list[str]:
        """The states of the runs that have ended, the latest first."""
        rows = json.loads(self.luminos.inside("runs", "--json").stdout)
        return [row["state"] for row in rows if row["state"] != "working"]

    def retried(self, *options: str) -> AuditReport:
        done = self.luminos.inside("retry", "--json", *options)
        assert done.returncode == 0, done.stderr
        return AuditReport.model_validate_json(done.stdout)


@contextmanager
def bench(
    tmp_path: Path, url: str, target: Path, at: int = MIDDLE, instead: Answer | None = None
) -> Iterator[Bench]:
    script = Script(at, instead)
    with MessagesServer(script) as model:
        settings = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        luminos = Command(tmp_path / "store", {"PREFECT_API_URL": url, **settings}, prepared=True)
        yield Bench(luminos, model, script, target)


REFUSALS = {
    401: ("authentication_error", "the key was refused"),  # as of 403, by test_calls_bills.py
    404: ("not_found_error", "the server knows no model"),
}


@pytest.mark.parametrize("status", REFUSALS)
def test_a_single_refusal_in_the_middle_defers_the_rest_and_says_why_first(
    tmp_path: Path, prefect_url: str, target: Path, status: int
) -> None:
    kind, why = REFUSALS[status]
    with bench(tmp_path, prefect_url, target, instead=Failure(status, kind, "no")) as cut:
        code, out, err = cut.cut()
        calls = cut.model.calls
        assert (code, cut.listed()) == (2, ["incomplete"])
        report = cut.retried()
    first = " ".join(re.split(r"\n[─-]{10,}\n", out)[1].split())  # below the title
    assert first.startswith(f"Incomplete audit: the run ended early: {why}")
    assert calls == MIDDLE
    assert "Traceback" not in err
    bought = {json.dumps(request.json, sort_keys=True) for request in cut.model.requests}
    assert (report.status, cut.model.calls) == ("complete", len(bought) + 1)  # what was refused


@pytest.mark.parametrize(
    ("at", "signals"), [(MIDDLE, (HUP,)), (MIDDLE, (INT, INT)), (1, (TERM,))], ids=str
)
def test_a_signal_or_two_end_a_run_with_its_report(
    tmp_path: Path, prefect_url: str, target: Path, at: int, signals: tuple[signal.Signals, ...]
) -> None:
    with bench(tmp_path, prefect_url, target, at) as cut:
        code, out, err = cut.cut(*signals)
        assert (code, cut.listed()) == (2, ["incomplete"])
        assert "Incomplete audit: the run was interrupted" in out
        assert "Traceback" not in err
        (file,) = (tmp_path / "store" / "runs").glob("*/report.json")
        assert read_report(file).incomplete_because[0] == "the run was interrupted"
        assert cut.retried().status == "complete"


def test_what_a_killed_run_spent_is_in_the_report_of_its_retry_and_in_no_other(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with bench(tmp_path, prefect_url, target) as cut:
        code, out, _ = cut.cut(KILL)
        assert (code, out, cut.listed()) == (-KILL, "", ["interrupted"])
        report = cut.retried()
        assert cut.listed() == ["complete", "interrupted"]
        assert sum(each.calls for each in report.cost.by_pass) == cut.model.calls - 1  # in flight
        (lost,) = report.cost.interrupted
        assert (lost.calls, lost.usd) == (MIDDLE - 1, report.cost.interrupted_usd)
        assert report.cost.usd is not None and lost.usd is not None
        assert 0 < lost.usd < report.cost.usd
        shown = " ".join(cut.luminos.inside("report").stdout.split())
        assert f"of which ${lost.usd:.4f} in an interrupted run" in shown
        assert "complete: nothing to retry" in cut.luminos.inside("retry").stderr
        again = cut.luminos.inside("audit", str(target), "--json", "--fresh")
        assert AuditReport.model_validate_json(again.stdout).cost.interrupted == ()


def test_what_a_killed_run_spent_counts_under_the_cap_of_its_retry(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with bench(tmp_path, prefect_url, target) as cut:
        cut.cut(KILL)
        calls = cut.model.calls
        done = cut.luminos.inside("retry", "--json", "--max-usd", "0.001")
        report = AuditReport.model_validate_json(done.stdout)
        assert (done.returncode, cut.model.calls) == (2, calls)
        (lost,) = report.cost.interrupted
        assert report.cost.usd == lost.usd


@pytest.mark.parametrize("number", [TERM, KILL])
def test_a_run_that_is_ended_before_its_first_step_can_be_retried(
    tmp_path: Path, prefect_url: str, target: Path, number: signal.Signals
) -> None:
    with bench(tmp_path, prefect_url, target, at=0) as cut:
        runs = tmp_path / "store" / "runs"
        with cut.luminos.started("audit", str(target)) as process:
            assert wait_until(lambda: list(runs.glob("*/run.json")))
            process.send_signal(number)
            _, err = process.communicate(timeout=HANGING)
        assert "Traceback" not in err
        assert wait_until(lambda: cut.listed() in (["interrupted"], ["incomplete"]))
        assert cut.retried().status == "complete"
        assert [each.name for each in runs.glob("*/report.json")]


def test_a_run_that_works_is_not_listed_as_interrupted_and_its_report_is_named_as_missing(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with bench(tmp_path, prefect_url, target) as cut:
        with cut.luminos.started("audit", str(target), "--concurrency", "1") as process:
            assert cut.script.reached.wait(HANGING)
            assert cut.listed() == []
            process.kill()
            process.wait()
        assert cut.listed() == ["interrupted"]
        missing = cut.luminos.inside("report")
        assert (missing.returncode, missing.stdout) == (2, "")
        assert "was interrupted and has no report; luminos retry" in missing.stderr


def test_a_run_that_may_not_begin_leaves_nothing_to_retry(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with bench(tmp_path, prefect_url, target, at=0) as cut:
        declined = cut.luminos.run("audit", str(target), "--confirm-above-usd", "0")
        assert declined.returncode == 2
        assert (cut.model.calls, cut.listed()) == (0, [])
        assert list(Store(tmp_path / "store").runs_path.iterdir()) == []


def test_a_terminal_that_is_closed_leaves_the_report_on_disk(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    with bench(tmp_path, prefect_url, target) as cut:
        ours, theirs = os.openpty()
        arguments = ("audit", str(target), "--concurrency", "1", "--yes")
        luminos = replace(cut.luminos, prepared=False)  # which opens its streams itself
        with luminos.started(*arguments, stdout=theirs, stderr=theirs) as process:
            os.close(theirs)
            assert cut.script.reached.wait(HANGING)
            os.close(ours)
            process.send_signal(HUP)
            assert process.wait(HANGING) == 2
        assert cut.listed() == ["incomplete"]
