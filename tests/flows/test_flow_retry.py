"""`luminos retry`: a run again, for what it did not complete."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import pytest

from flows.commands.retry import retry, retry_request
from flows.stored_runs import stored_reports
from flows.written_reports import ReportFile
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.registry import PASSES
from luminos_core.audit.assemble import assemble
from luminos_core.audit.publish import publish
from luminos_core.errors import QuotaExhausted
from luminos_core.records.directory import DirectoryState
from luminos_core.records.halt import Halt
from luminos_core.records.plan import Schedule, Skip
from luminos_core.records.report import AuditReport, Gap
from luminos_core.records.request import AuditRequest
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import RunFolder, read_report
from tests.fakes.audit_script import PLAN, asked, pass_of, submits
from tests.fakes.messages_server import (
    Failure,
    MessagesServer,
    Received,
    Reply,
    submits_at_once,
)
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.trees import DIRECTORIES, make_tree
from tests.flows.command import Command
from tests.flows.conftest import Audit
from tests.luminos_core.report.report_runs import directory_report, facts, snapshot

PATHS = ("a", "a/b", "a/b/c", "d", "d/e")


def run_of(request: AuditRequest, states: dict[str, str], **changes: Any) -> AuditReport:
    """The report of a run in which the directories of `states` ended so, and all others well."""
    found = [directory_report(path, DirectoryState(states.get(path, "cached"))) for path in PATHS]
    tree = snapshot(*(DirectoryRecord(path=path) for path in PATHS))
    root = directory_report(".", DirectoryState(states.get(".", "cached")))
    return assemble(facts(request=request, snapshot=tree, reports=[*found, root], **changes))


def test_a_retry_asks_for_what_the_run_asked_for() -> None:
    request = AuditRequest(target="/t", exclude=("docs/**",), model="static", max_usd=2.5)
    assert retry_request(run_of(request, {"a/b": "failed"})) == request


@pytest.mark.parametrize("state", ["failed", "deferred", "partial", "refused"])
def test_of_a_fresh_run_only_what_it_left_and_what_depends_on_that_is_done_again(
    state: str,
) -> None:
    gap = Gap(pass_name="survey", reason="no answer")
    run = run_of(AuditRequest(target="/t", fresh=True), {"a/b": state}, gaps=(gap,))
    request = retry_request(run)
    assert not request.fresh
    assert request.again_directories == (".", "a", "a/b")
    assert request.again_passes == ("survey",)


def test_a_retry_of_a_retry_does_again_only_what_is_still_left() -> None:
    request = AuditRequest(
        target="/t", again_directories=(".", "a", "a/b", "d"), again_passes=("survey",)
    )
    run = run_of(request, {"d": "deferred", ".": "deferred", "a/b/c": "failed"})
    again = retry_request(run)
    assert (again.again_directories, again.again_passes) == ((".", "d"), ())


def test_what_the_plan_left_out_is_not_asked_for_again() -> None:
    skipped = Schedule(assignments=(), skipped=(Skip(path="d/e", reason="generated"),))
    tree = snapshot(*(DirectoryRecord(path=path) for path in PATHS))
    found = [directory_report(path, DirectoryState.CACHED) for path in PATHS if path != "d/e"]
    found.append(directory_report(".", DirectoryState.FAILED))
    request = AuditRequest(target="/t", fresh=True)
    run = assemble(facts(request=request, snapshot=tree, reports=found, schedule=skipped))
    assert retry_request(run).again_directories == (".",)


def test_a_retry_of_a_fresh_run_does_not_redo_what_is_only_unreadable() -> None:
    """Its key is another one as soon as more of it can be read."""
    run = run_of(AuditRequest(target="/t", fresh=True), {"a/b": "unreadable"})
    assert retry_request(run).again_directories == ()


@pytest.mark.parametrize(
    "step", [step for step in PASSES if step is not DIRECTORY], ids=lambda step: step.name
)
def test_of_a_fresh_run_a_pass_with_a_gap_runs_again_and_no_other(step: AnyPass) -> None:
    gap = Gap(pass_name=step.name, reason="no answer")
    run = run_of(AuditRequest(target="/t", fresh=True), {"a/b": "failed"}, gaps=(gap,))
    request = retry_request(run)
    assert request.again_passes == (step.name,)
    assert [each.name for each in PASSES if request.refreshes_pass(each.name)] == [step.name]


Started = list[AuditRequest]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """What a retry would audit: each call of the audit command, which is not run."""
    requests: Started = []

    @click.command()
    def audit(as_json: bool, verbose: bool, write: Sequence[ReportFile], **options: Any) -> int:
        requests.append(AuditRequest.model_validate(options))
        return 7 + verbose + len(write)

    monkeypatch.setattr("flows.commands.retry.audit", audit)
    return requests


def run_retry(*arguments: str) -> int:
    """The exit code of `luminos retry`."""
    code: int = retry([*arguments], standalone_mode=False)
    return code


def publish_run(store: Store, run: AuditReport) -> None:
    folder = RunFolder(store.run(run.run_id))
    publish(folder, run, store.target(Path(run.target)))
    folder.close()


def test_a_complete_run_is_not_started_again(
    store: Store, started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    publish_run(store, run_of(AuditRequest(target="/t"), {}))
    assert run_retry() == 0
    assert started == []
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "is complete" in err and "/t" in err


@pytest.mark.parametrize(("hours", "lines"), [(1, 2), (-1, 1)])
def test_a_quota_that_returns_later_is_named_and_the_run_goes_on(
    store: Store, started: Started, capsys: pytest.CaptureFixture[str], hours: int, lines: int
) -> None:
    when = datetime.now(UTC) + timedelta(hours=hours)
    halt = Halt(reason="quota exhausted", sentence="the run paused", returns_at=when)
    publish_run(store, run_of(AuditRequest(target="here"), {"d": "deferred"}, halt=halt))
    assert run_retry("run-1", "--json") == 7
    assert [request.target for request in started] == ["/t"]
    printed = capsys.readouterr().err
    assert printed.count("\n") == lines
    assert (f"{when:%Y-%m-%d %H:%M} UTC" in printed) == (hours > 0)


def test_an_option_of_the_retry_replaces_that_of_the_run(store: Store, started: Started) -> None:
    request = AuditRequest(target="/t", max_usd=1.0, confirm_above_usd=2.0, yes=True)
    publish_run(store, run_of(request, {"d": "deferred"}))
    run_retry("--max-usd", "5")
    assert started == [request.model_copy(update={"max_usd": 5.0})]


def test_a_retry_checks_the_requirements_of_the_run(store: Store, started: Started) -> None:
    """Those in the target are found from anywhere."""
    for named, given, expected in (
        ("/own/r.md", (), "/own/r.md"),
        ("docs/r.md", (), "/t/docs/r.md"),
        ("docs/r.md", ("--requirements", "/other.md"), "/other.md"),
        ("", (), ""),
    ):
        request = AuditRequest(target="/t", requirements=named)
        publish_run(store, run_of(request, {"d": "deferred"}))
        run_retry(*given)
        assert started[-1].requirements == expected


def test_a_retry_prints_and_writes_as_it_is_asked(
    store: Store, started: Started, tmp_path: Path
) -> None:
    publish_run(store, run_of(AuditRequest(target="/t"), {"d": "deferred"}))
    assert run_retry() == 7
    assert run_retry("--verbose", "--write", f"markdown={tmp_path}/report.md") == 9
    assert len(started) == 2


def test_a_retry_may_keep_results_of_other_models(store: Store, started: Started) -> None:
    request = AuditRequest(target="/t", model="static")
    publish_run(store, run_of(request, {"d": "deferred"}))
    run_retry("--keep-results")
    publish_run(store, run_of(started[0], {"d": "deferred"}))
    run_retry()
    assert started == [request.model_copy(update={"keep_results": True})] * 2


def test_a_retry_of_a_fresh_run_pays_for_what_that_run_left_and_for_nothing_else(
    audit: Audit, target: Path
) -> None:
    def afresh(path: str) -> Answer:
        return says(("submit_report", {"summary": f"Afresh {path}.", "completeness": 0.9}))

    done: list[str] = []

    def runs_out(path: str) -> Answer:
        if len(done) == 2:
            return QuotaExhausted("no more today", None)
        done.append(path)
        return afresh(path)

    audit(target, ScriptedModel(submits()))

    second = audit(target, ScriptedModel(submits(runs_out)), fresh=True, concurrency=1)
    model = ScriptedModel(submits(afresh))
    request = retry_request(second)
    third = audit(target, model, **request.model_dump(exclude={"target"}))
    assert third.status == "complete"
    assert {each.summary for each in third.directories} == {f"Afresh {p}." for p in DIRECTORIES}
    left = DIRECTORIES - set(done)
    assert set(asked(model.requests)) == {*left, "synthesis"}
    changes = {each.path: each.change for each in third.directories if each.change}
    assert changes == dict.fromkeys(left, "forced")


def test_a_retry_asks_again_for_the_revision_that_a_fresh_run_failed_to_get(
    audit: Audit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMINOS_ESCALATE", "off")  # so that directories stay partial,
    monkeypatch.setenv("LUMINOS_MEMORY", "off")  # and are planned as they were
    names = [f"d{number}" for number in range(6)]
    target = make_tree(tmp_path / "flat", {f"{name}/a.py": "A = 1\n" for name in names})
    plan = {"shallow_dirs": [{"path": name} for name in names]}

    def low_completeness(path: str) -> Answer:
        return says(("submit_report", {"summary": f"About {path}.", "completeness": 0.3}))

    def thinks(path: str) -> Answer:
        thought = dict.fromkeys(("observation", "hypothesis", "next_action"), "Hm.")
        return says(("think", thought))

    revision = says(("submit_plan", {**PLAN, "notes": "Look closer."}))
    first = audit(target, _revising(low_completeness, plan, revision), concurrency=1)
    assert first.plan_revision  # and its result is stored
    failed = _revising(thinks, plan, says(text="Hm."))
    second = audit(target, failed, fresh=True, concurrency=1)
    assert [gap.pass_name for gap in second.gaps] == ["plan-revision"]
    assert {each.state for each in second.directories} == {DirectoryState.PARTIAL}

    request = retry_request(second)
    assert request.again_passes == ("plan-revision",)
    model = _revising(low_completeness, plan, revision)
    third = audit(target, model, **request.model_dump(exclude={"target"}))
    assert asked(model.requests).count("plan-revision") == 1
    assert third.plan_revision == first.plan_revision
    assert (third.status, third.gaps) == ("complete", ())


def _revising(
    directory: Callable[[str], Answer], plan: dict[str, object], revision: Answer
) -> ScriptedModel:
    rest = submits(directory, plan)
    return ScriptedModel(
        lambda request: revision if pass_of(request) == "plan-revision" else rest(request)
    )


def test_after_the_quota_is_gone_what_is_stored_is_shown_all_the_same(
    audit: Audit, target: Path
) -> None:
    audit(target, ScriptedModel(submits()))
    (target / "docs/guide.md").write_text("# Another guide\n")
    gone = QuotaExhausted("no more today", None)
    model = ScriptedModel(submits(lambda path: gone))
    report = audit(target, model, concurrency=1)
    assert asked(model.requests) == ["docs"]
    states = {each.path: each.state for each in report.directories}
    assert {path for path, state in states.items() if state is DirectoryState.DEFERRED} == {
        "docs",
        ".",
    }
    assert set(states.values()) == {DirectoryState.CACHED, DirectoryState.DEFERRED}
    assert report.incomplete_because[0] == "the run paused at the quota: no more today"
    assert report.gaps[0].reason == "no synthesis was written: quota exhausted"


class Quota:
    """A server whose quota ends after so many directories; `bought` is what each answer was
    about."""

    def __init__(self, directories: int) -> None:
        self.left = directories
        self.bought: list[str] = []

    def __call__(self, request: Received) -> Reply | Failure:
        directory = re.search(r"Audit the directory `([^`]+)`", request.first_text)
        if directory and not self.left:
            refusal = "This request would exceed your monthly limit."
            return Failure(429, "rate_limit_error", refusal, headers={"retry-after": "7200"})
        self.left -= bool(directory)
        self.bought.append(directory[1] if directory else request.tools[-1])
        return submits_at_once(request)


def test_a_run_pauses_at_the_quota_and_a_retry_goes_on_without_paying_twice(
    tmp_path: Path, prefect_url: str, target: Path
) -> None:
    quota = Quota(directories=3)
    with MessagesServer(quota) as model:
        settings = {"ANTHROPIC_API_KEY": "sk-test", "ANTHROPIC_BASE_URL": model.base_url}
        given = {"PREFECT_API_URL": prefect_url, **settings}
        luminos = Command(tmp_path / "store", given, prepared=True)
        paused = luminos.run("audit", str(target), "--concurrency", "1")
        returns = datetime.now(UTC) + timedelta(hours=2)
        calls_before, bought_before = model.calls, len(quota.bought)
        quota.left = 99
        finished = luminos.run("retry", "--json")
    assert paused.returncode == 2, paused.stderr
    assert calls_before == bought_before + 1  # one call was refused; none was made after it
    (report,) = (
        read_report(file)
        for file in stored_reports(Store(tmp_path / "store"))
        if file.parent.name != AuditReport.model_validate_json(finished.stdout).run_id
    )
    assert report.quota_returns_at is not None
    assert abs(report.quota_returns_at - returns) < timedelta(minutes=2)
    when = f"{report.quota_returns_at:%Y-%m-%d %H:%M} UTC"
    until = f"quota exhausted until {when}"
    left = {each.path: each.reason for each in report.directories if not each.state.is_complete}
    assert len(left) == len(DIRECTORIES) - 3
    assert sorted(left.values()) == [*["not reached: " + until] * (len(left) - 1), until]
    assert report.synthesis_is_mechanical
    because = "the run paused at the quota: the server said 429 rate_limit_error: This request"
    assert report.incomplete_because[0].startswith(because)
    shown = " ".join(paused.stdout.split())
    assert because in shown and until in shown
    assert finished.returncode == 0, finished.stderr
    assert f"[retry] its quota returns at {when}" in finished.stderr
    assert AuditReport.model_validate_json(finished.stdout).status == "complete"
    bought = Counter(quota.bought)
    passes = [step for step in PASSES if step.name in ("survey", "plan", "synthesis")]
    once = [*DIRECTORIES, *(step.tools[-1].name for step in passes)]
    assert {name: bought[name] for name in once} == dict.fromkeys(once, 1)
