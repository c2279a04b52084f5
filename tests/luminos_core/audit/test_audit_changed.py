"""A target that changes while it is audited: only bytes that the scan recorded are shown, and no
result about others is stored."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.checks import check_cache
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.directory import DirectoryState
from luminos_core.records.event import Event, PhaseStarted
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.scripted_model import submits as submits_directory
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import PROJECT, make_tree

FILE = "src/sample/adding.py"
OLD = PROJECT[FILE]
CANARY = "Qx_zq"  # stands only in bytes that were not scanned
NEW = OLD.replace("a + b", f"exec(b)  # {CANARY}")
SAID = "changed while it was read: src/sample/adding.py"

Change = Callable[[Path], None]


def rewrite(file: Path) -> None:
    file.write_text(NEW)


def rewrite_behind_the_clock(file: Path) -> None:
    """Other bytes of the same size, and the time set back."""
    before = file.stat()
    file.write_text(OLD.replace("a + b", CANARY))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))


def remove(file: Path) -> None:
    file.unlink()


def link(file: Path) -> None:
    file.rename(file.with_suffix(".bak"))
    file.symlink_to(file.with_suffix(".bak"))


CHANGES = pytest.mark.parametrize("change", [rewrite, rewrite_behind_the_clock, remove, link])


@dataclass
class Nights:
    """Runs over one store; `after_scan` changes the target once it is scanned."""

    target: Path
    store: Path
    results: MemoryResults = field(default_factory=MemoryResults)
    asked: list[ModelRequest] = field(default_factory=list)

    def run(self, after_scan: Callable[[], object] = lambda: None) -> AuditReport:
        class Events(list[Event]):
            def append(self, event: Event) -> None:
                if isinstance(event, PhaseStarted) and event.phase == "checks":
                    after_scan()

        with runtime_over(
            self.target, results=self.results, store=self.store, events=Events(), yes=True
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))

    def run_agents(
        self, say: Callable[[ModelRequest], Answer], after_scan: Callable[[], object] = lambda: None
    ) -> AuditReport:
        def answer(request: ModelRequest) -> Answer:
            self.asked.append(request)
            if not directory_of(request):
                after_scan()
            return say(request) if directory_of(request) == "src/sample" else submits()(request)

        with runtime_over(
            self.target,
            model=ScriptedModel(answer),
            results=self.results,
            store=self.store,
            yes=True,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))

    def text_sent(self) -> str:
        return "".join(request.model_dump_json() for request in self.asked)


@pytest.fixture
def nights(tmp_path: Path) -> Iterator[Nights]:
    yield Nights(make_tree(tmp_path / "sample", PROJECT), tmp_path / "store")


def outcome(report: AuditReport, path: str = "src/sample") -> DirectoryOutcome:
    return next(each for each in report.directories if each.path == path)


def flags_it(request: ModelRequest) -> Answer:
    """Reads the file, flags what an attacker or a developer has just put there, and submits."""
    if len(request.messages) == 1:
        return says(("read_file", {"path": FILE}), ("run_command", {"argv": ["cat", FILE]}))
    flag = {
        "path": FILE,
        "finding": "It runs its argument.",
        "severity": "critical",
        "quotation": "    return exec(b)",
    }
    if len(request.messages) <= 5:
        return says(("flag", flag))
    return submits_directory()


@CHANGES
def test_offline_a_file_that_changed_after_the_scan_is_not_described(
    nights: Nights, change: Change
) -> None:
    report = nights.run(lambda: change(nights.target / FILE))
    found = outcome(report)
    assert (found.state, found.reason) == (DirectoryState.PARTIAL, SAID)
    assert [file.relative_path for file in found.files] == ["src/sample/__init__.py"]
    assert (report.status, report.exit_code) == ("incomplete", 2)
    assert SAID in report.brief


@CHANGES
def test_no_agent_is_shown_bytes_that_were_not_scanned(nights: Nights, change: Change) -> None:
    report = nights.run_agents(flags_it, lambda: change(nights.target / FILE))
    assert (outcome(report).state, outcome(report).reason) == (DirectoryState.PARTIAL, SAID)
    assert CANARY not in nights.text_sent()
    assert [flag.verified for flag in report.unverified_flags if flag.path == FILE] == [False]
    assert not any(flag.path == FILE for flag in report.flags)
    assert report.status == "incomplete"


def test_what_is_said_of_a_changed_file_is_not_served_when_it_changes_back(nights: Nights) -> None:
    file = nights.target / FILE
    nights.run_agents(flags_it, lambda: rewrite(file))
    file.write_text(OLD)
    report = nights.run_agents(submits())
    assert outcome(report).state is DirectoryState.INVESTIGATED
    assert report.status == "complete"
    assert [flag for flag in report.flags if flag.path == FILE] == []


def test_a_file_shown_before_it_changed_keeps_its_result(nights: Nights) -> None:
    def submit(request: ModelRequest) -> Answer:
        rewrite(nights.target / FILE)
        return submits_directory("It adds numbers.")

    report = nights.run_agents(submit)
    assert outcome(report).state is DirectoryState.INVESTIGATED
    assert "return a + b" in nights.text_sent()


def test_a_file_that_is_only_touched_is_shown(nights: Nights) -> None:
    report = nights.run(lambda: os.utime(nights.target / FILE, ns=(1, 1)))
    assert report.status == "complete"


def test_a_new_file_is_not_shown_to_an_agent_and_its_directory_is_not_complete(
    nights: Nights,
) -> None:
    new = nights.target / "src" / "sample" / "new.py"

    def reads_it(request: ModelRequest) -> Answer:
        new.write_text("SECRET_OF_TOMORROW = 1\n")
        if len(request.messages) == 1:
            return says(("run_command", {"argv": ["grep", "-rn", "TOMORROW", "src"]}))
        return submits_directory()

    report = nights.run_agents(reads_it)
    assert outcome(report).reason == "changed while it was read: src/sample/new.py"
    assert "SECRET_OF_TOMORROW" not in nights.text_sent()


def test_excluded_files_are_shown_as_they_are(nights: Nights) -> None:
    make_tree(nights.target, {".gitignore": "*.log\nout/\n", "out/a.txt": "made\n"})
    shown = {"out/a.txt": "made\n", "build.log": "made too\n"}

    def reads_them(request: ModelRequest) -> Answer:
        if len(request.messages) == 1:
            return says(*(("read_file", {"path": path}) for path in shown))
        return submits_directory()

    make_tree(nights.target, shown)
    report = nights.run_agents(reads_them)
    assert outcome(report).state is DirectoryState.INVESTIGATED
    assert "made too" in nights.text_sent()


def test_checks_of_a_changed_file_are_a_gap_and_are_not_stored(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("luminos_core.scan.scan_cache._CLOCK_GRANULARITY", 0)
    nights.run()
    monkeypatch.setattr("luminos_core.checks.check_cache.checks_digest", lambda: "other rules")
    monkeypatch.setattr("luminos_core.audit.scan_steps.checks_digest", lambda: "other rules")
    assert check_cache.checks_digest() == "other rules"
    report = nights.run(lambda: rewrite(nights.target / FILE))
    assert [(gap.pass_name, gap.reason) for gap in report.gaps] == [
        ("checks", f"changed after the scan: {FILE}")
    ]
    assert report.status == "incomplete"
    (nights.target / FILE).write_text(OLD)
    assert nights.run().status == "complete"


def test_the_summary_of_a_file_that_changed_is_not_kept_for_its_old_content(
    nights: Nights,
) -> None:
    def writes_of_it(request: ModelRequest) -> Answer:
        if len(request.messages) == 1:
            said = {"summary": "It runs what it is given."}
            entry = {"kind": "file", "path": FILE, "data": said}
            return says(("write_cache", entry), ("read_file", {"path": FILE}))
        return submits_directory()

    file = nights.target / FILE
    nights.run_agents(writes_of_it, lambda: rewrite_behind_the_clock(file))
    file.write_text(OLD)
    make_tree(nights.target, {"src/sample/more.py": "MORE = 1\n"})
    nights.asked.clear()
    nights.run_agents(submits())
    assert "It runs what it is given" not in nights.text_sent()


def test_a_path_that_never_existed_is_no_change(nights: Nights) -> None:
    def guesses(request: ModelRequest) -> Answer:
        if len(request.messages) == 1:
            return says(("read_file", {"path": "src/sample/guessed.py"}))
        return submits_directory()

    assert nights.run_agents(guesses).status == "complete"
    assert "src/sample/guessed.py does not exist in the target" in nights.text_sent()
