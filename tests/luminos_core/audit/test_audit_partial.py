"""Directories that take more than one conversation: parts, nights, and what is accepted."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.errors import ModelUnavailable, SettingsError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.report.registry import render
from tests.fakes.audit_script import directory_of, first_text, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.scripted_model import submits as submits_directory
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import make_tree

FILES = {f"big/f{number:02}.py": f"VALUE = {number}\n" for number in range(30)}
TREE = {**FILES, "README.md": "# Sample\n", "src/a.py": "A = 1\n", "src/b.py": "B = 1\n"}
FLAG = {"path": "big/f00.py", "finding": "It.", "severity": "concern", "quotation": "VALUE = 0"}

Say = Callable[[ModelRequest], Answer]


@dataclass
class Nights:
    target: Path
    store: Path
    results: MemoryResults = field(default_factory=MemoryResults)
    asked: list[ModelRequest] = field(default_factory=list)

    def run(
        self, say: Say, run_id: str = "run-1", dies_at: int = 0, **asked: object
    ) -> AuditReport:
        """`say` answers for the directory `big`; call number `dies_at` of it ends the process."""
        self.asked.clear()

        def answer(request: ModelRequest) -> Answer:
            if directory_of(request) != "big":
                return submits()(request)
            self.asked.append(request)
            if len(self.asked) == dies_at:
                return SettingsError("the process was killed")
            return say(request)

        with runtime_over(
            self.target,
            model=ScriptedModel(answer),
            results=self.results,
            store=self.store,
            run_id=run_id,
            yes=True,
            settings={"escalate": False},
            **asked,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, self.results))

    @property
    def parts(self) -> int:
        return len({first_text(request) for request in self.asked})


@pytest.fixture
def nights(tmp_path: Path) -> Nights:
    return Nights(make_tree(tmp_path / "sample", TREE), tmp_path / "store")


def big(report: AuditReport) -> DirectoryOutcome:
    return next(each for each in report.directories if each.path == "big")


def shown(request: ModelRequest) -> list[str]:
    """The files whose text a part's first message shows."""
    return re.findall(r"^(big/f\d+\.py) \(whole", first_text(request), re.MULTILINE)


def notes_of(files: list[str]) -> Answer:
    entries = [
        ("write_cache", {"kind": "file", "path": path, "data": {"summary": f"About {path}."}})
        for path in files
    ]
    return says(*entries, ("flag", FLAG))


def few_files_a_part(request: ModelRequest) -> Answer:
    """Describes six files, then only thinks until its turns are used; submits when none is left."""
    left = shown(request)
    if not left:
        return submits_directory("All of it.")
    if len(request.messages) == 1:
        return notes_of(left[:6])
    return says(("run_command", {"argv": ["ls", "big"]}))


def learns_nothing(request: ModelRequest) -> Answer:
    return says(("run_command", {"argv": ["ls", "big"]}))


def test_a_large_directory_is_done_in_parts_that_go_on_from_each_other(nights: Nights) -> None:
    report = nights.run(few_files_a_part)
    outcome = big(report)
    assert (outcome.state, report.status) == (DirectoryState.INVESTIGATED, "complete")
    assert outcome.summary == "All of it."
    assert nights.parts == 6
    assert {file.relative_path for file in outcome.files} == set(FILES)
    assert [flag.path for flag in report.flags if flag.finding == "It."] == ["big/f00.py"]
    assert outcome.turns_used == len(nights.asked)
    firsts = {first_text(request): shown(request) for request in nights.asked}
    assert [len(files) for files in firsts.values()] == [30, 24, 18, 12, 6, 0]


def test_a_killed_part_is_gone_on_with_and_nothing_is_bought_twice(nights: Nights) -> None:
    whole = Nights(nights.target, nights.store.with_name("other"))
    whole.run(few_files_a_part)
    needed = len(whole.asked)
    bought = 0
    for dies_at in (3, 14, 9):
        with pytest.raises(SettingsError):
            nights.run(few_files_a_part, dies_at=dies_at)
        bought += dies_at - 1
    report = nights.run(few_files_a_part)
    assert bought + len(nights.asked) == needed
    assert big(report).state is DirectoryState.INVESTIGATED


def one_file_then_stuck(request: ModelRequest) -> Answer:
    if len(request.messages) == 1 and "big/f00.py" in shown(request):
        return notes_of(["big/f00.py"])
    return learns_nothing(request)


def test_without_progress_twice_it_is_accepted_and_costs_nothing(nights: Nights) -> None:
    first = nights.run(one_file_then_stuck, "run-1")
    assert (big(first).state, first.exit_code) == (DirectoryState.PARTIAL, 2)
    assert nights.parts == 2  # the second brought nothing, so there was no third
    second = nights.run(one_file_then_stuck, "run-2")
    assert nights.parts == 1
    assert big(second).state is DirectoryState.ACCEPTED
    assert big(second).reason == (
        "accepted as partial after 2 parts without progress: max turns reached"
    )
    assert [file.relative_path for file in big(second).files] == ["big/f00.py"]
    third = nights.run(one_file_then_stuck, "run-3")
    assert nights.asked == []
    assert (big(third).state, big(third).change) == (DirectoryState.ACCEPTED, "")
    for report in (second, third):
        assert (report.status, report.exit_code) == ("complete", 0)
        said = "Not looked at whole: 1 directory accepted (big): accepted as partial after 2 parts"
        assert report.brief.startswith(said)
        assert said in render("markdown", report)
    counts = {count.name: count.count for count in third.coverage.by_state}
    assert (counts["accepted"], counts["partial"]) == (1, 0)


def test_an_accepted_directory_is_looked_at_again_when_its_content_changes(nights: Nights) -> None:
    for night in range(3):
        nights.run(one_file_then_stuck, f"run-{night}")
    (nights.target / "big/f01.py").write_text("VALUE = 'new'\n")
    report = nights.run(few_files_a_part, "run-4")
    assert big(report).state is DirectoryState.INVESTIGATED
    assert "big/f00.py" not in shown(nights.asked[0])  # what was learnt of it is kept


def test_parents_of_an_accepted_directory_are_cached(nights: Nights) -> None:
    for night in range(3):
        nights.run(one_file_then_stuck, f"run-{night}")
    report = nights.run(one_file_then_stuck, "run-4")
    states = {each.path: each.state for each in report.directories}
    assert states["."] is DirectoryState.CACHED
    assert report.cost.usage == ()


def test_a_fresh_run_uses_nothing_of_earlier_parts(nights: Nights) -> None:
    nights.run(one_file_then_stuck, "run-1")
    report = nights.run(few_files_a_part, "run-2", fresh=True)
    assert big(report).state is DirectoryState.INVESTIGATED
    assert len(shown(nights.asked[0])) == 30
    assert nights.parts == 6


def test_a_failure_is_no_partial_result_that_is_accepted(nights: Nights) -> None:
    for night in range(4):
        report = nights.run(lambda _: ModelUnavailable("no answer"), f"run-{night}")
        assert big(report).state is DirectoryState.FAILED
        assert report.exit_code == 2


def test_only_the_directorys_own_files_are_progress(nights: Nights) -> None:
    def wanders(request: ModelRequest) -> Answer:
        part = len({first_text(each) for each in nights.asked})
        return notes_of(["src/a.py", "src/b.py", "README.md"][: part + 1])

    nights.run(wanders, "run-1")
    assert nights.parts == 1
    assert big(nights.run(wanders, "run-2")).state is DirectoryState.ACCEPTED


def test_files_known_from_other_content_are_no_progress(nights: Nights) -> None:
    nights.run(few_files_a_part, "run-1")
    (nights.target / "big/f01.py").write_text("VALUE = 'new'\n")
    nights.run(learns_nothing, "run-2")
    assert nights.parts == 1
    assert big(nights.run(learns_nothing, "run-3")).state is DirectoryState.ACCEPTED


def test_a_retry_of_an_interrupted_fresh_run_goes_on_from_its_parts(nights: Nights) -> None:
    with pytest.raises(SettingsError):
        nights.run(few_files_a_part, "run-1", fresh=True, dies_at=12)
    report = nights.run(few_files_a_part, "run-2", fresh=True, continues=("run-1",))
    assert big(report).state is DirectoryState.INVESTIGATED
    assert len(shown(nights.asked[0])) < 30
