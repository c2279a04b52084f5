"""What cannot be read is a gap wherever it shows, and what can be read is paid for once."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN, PlanResult
from luminos_core.agents.passes.survey import SURVEY, SurveyResult
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.audit import graph
from luminos_core.audit.run import run_audit
from luminos_core.records.directory import DirectoryState, DirectoryWork
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.plan import Plan, PlannedDirectory
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.snapshot import Count
from luminos_core.records.survey import Survey
from luminos_core.report.registry import render
from luminos_core.report.terminal.report_view import print_report
from tests.fakes.audits import ScriptedInvestigator, done, runtime_over
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree
from tests.fakes.unreadable import refuse_to_open

PLAN_THAT_SKIPS = Plan(skip_dirs=(PlannedDirectory(path="docs", reason="it looks empty"),))

Run = Callable[[], AuditReport]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    return refuse_to_open(monkeypatch, PermissionError)


@pytest.fixture
def offline(tmp_path: Path) -> Run:
    target = make_tree(tmp_path / "sample", PROJECT)

    def run() -> AuditReport:
        results = MemoryResults()
        with runtime_over(target, results=results) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, results))

    return run


@pytest.fixture
def nights(tmp_path: Path) -> Callable[..., tuple[AuditReport, list[Any]]]:
    """Runs with a model, one after another on the same store: each report, and the briefings of
    what was bought."""
    target = make_tree(tmp_path / "sample", PROJECT)
    results = MemoryResults()

    def run(plan: Plan | None = None) -> tuple[AuditReport, list[Any]]:
        bought: list[Any] = []

        def answer(step: AnyPass, briefing: Any) -> Any:
            if step is DIRECTORY:
                bought.append(briefing)
                return done(briefing)
            return {
                SURVEY.name: SurveyResult(survey=Survey(description="", approach="", confidence=1)),
                PLAN.name: PlanResult(plan=plan or Plan()),
                SYNTHESIS.name: Synthesis(brief="It adds.", detailed="It adds numbers."),
            }[step.name]

        model = ScriptedModel([])
        with runtime_over(
            target, model=model, results=results, store=tmp_path / "store", yes=True
        ) as built:
            runtime = replace(built, investigator=ScriptedInvestigator(answer))
            return run_audit(runtime, ThreadExecutor(runtime, results)), bought

    return run


def outcomes(report: AuditReport) -> dict[str, DirectoryOutcome]:
    return {outcome.path: outcome for outcome in report.directories}


def paths(bought: list[DirectoryWork]) -> set[str]:
    return {work.directory.path for work in bought}


def unreadable(counts: Iterable[Count]) -> int:
    return next(count.count for count in counts if count.name == "unreadable")


def on_terminal(report: AuditReport) -> str:
    console = Console(file=StringIO(), width=200, color_system=None)
    print_report(report, console, verbose=True)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_an_unreadable_directory_or_file_is_a_gap_in_every_output(
    offline: Run, refused: set[str]
) -> None:
    refused |= {"docs", "adding.py"}
    report = offline()
    assert (report.status, report.exit_code) == ("incomplete", 2)
    said = "2 paths could not be read: docs (no permission), src/sample/adding.py (no permission)"
    assert report.incomplete_because == (said,)
    assert report.brief.startswith(f"Incomplete audit: {said}.")
    found = outcomes(report)
    docs, package = found["docs"], found["src/sample"]
    assert (docs.state, docs.reason, docs.summary) == ("unreadable", "no permission", "")
    assert docs.completeness is None
    assert (package.state, package.reason) == ("unreadable", "adding.py (no permission)")
    assert package.completeness == 0.5
    assert "`adding.py` (no permission)" in package.summary
    assert [file.relative_path for file in package.files] == ["src/sample/__init__.py"]
    assert {found[path].state for path in DIRECTORIES - {"docs", "src/sample"}} == {"investigated"}
    assert unreadable(report.coverage.by_state) == 2
    assert unreadable(report.coverage.files_by_state) == 1
    assert [(error.path, error.problem) for error in report.scan.scan_errors] == [
        ("docs", "no permission"),
        ("src/sample/adding.py", "no permission"),
    ]
    for text in (on_terminal(report), render("markdown", report), report.model_dump_json()):
        assert "Empty." not in text
        assert "unreadable: no permission" in text or '"state":"unreadable"' in text
        assert "adding.py" in text
    assert "docs/ (unreadable: no permission)" in report.scan.tree


@pytest.mark.parametrize("error", [PermissionError, FileNotFoundError, OSError])
@pytest.mark.parametrize("name", ["docs", "guide.md"])
def test_no_kind_of_failure_to_read_is_clean(
    offline: Run, monkeypatch: pytest.MonkeyPatch, error: type[OSError], name: str
) -> None:
    refuse_to_open(monkeypatch, error).add(name)
    report = offline()
    assert report.exit_code == 2
    assert outcomes(report)["docs"].state is DirectoryState.UNREADABLE


def test_what_a_rule_leaves_out_need_not_be_readable(
    offline: Run, refused: set[str], tmp_path: Path
) -> None:
    (tmp_path / "sample/node_modules/shut").mkdir(parents=True)
    refused.add("shut")
    report = offline()
    assert report.status == "complete"
    assert [error.path for error in report.scan.scan_errors] == ["node_modules/shut"]


def test_a_plan_that_skips_an_unreadable_directory_does_not_hide_it(
    nights: Callable[..., Any], refused: set[str]
) -> None:
    refused.add("docs")
    report, _ = nights(PLAN_THAT_SKIPS)
    assert report.status == "incomplete"
    assert outcomes(report)["docs"].state is DirectoryState.UNREADABLE


def test_an_unreadable_file_of_a_skipped_directory_is_named(
    nights: Callable[..., Any], refused: set[str]
) -> None:
    refused.add("guide.md")
    report, _ = nights(PLAN_THAT_SKIPS)
    assert outcomes(report)["docs"].state is DirectoryState.SKIPPED
    assert "docs/guide.md (no permission)" in report.incomplete_because[0]


def test_an_unreadable_directory_is_not_bought_and_its_parent_is_told(
    nights: Callable[..., Any], refused: set[str]
) -> None:
    refused |= {"docs", "adding.py"}
    _, bought = nights()
    assert paths(bought) == DIRECTORIES - {"docs"}
    told = {child.path: child for work in bought for child in work.children}
    assert (told["docs"].state, told["docs"].reason) == ("unreadable", "no permission")
    assert told["src/sample"].reason == "adding.py (no permission)"


def test_every_night_with_the_same_gap_costs_nothing_and_stays_incomplete(
    nights: Callable[..., Any], refused: set[str]
) -> None:
    refused |= {"docs", "adding.py"}
    nights()
    report, bought = nights()
    assert (report.exit_code, bought) == (2, [])
    assert outcomes(report)["src/sample"].state is DirectoryState.UNREADABLE


def test_a_large_target_with_a_gap_is_not_bought_twice_either(
    nights: Callable[..., Any], refused: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graph, "LARGE_TARGET", 1)  # unchanged subtrees are a step each
    refused |= {"docs", "adding.py"}
    nights()
    report, bought = nights()
    assert (report.exit_code, bought) == (2, [])
    assert outcomes(report)["src/sample"].state is DirectoryState.UNREADABLE
    assert outcomes(report)["docs"].state is DirectoryState.UNREADABLE


def test_what_becomes_readable_is_bought_with_all_above_it_and_nothing_else(
    nights: Callable[..., Any], refused: set[str]
) -> None:
    refused |= {"docs", "adding.py"}
    nights()
    refused.remove("docs")
    report, bought = nights()
    assert (report.exit_code, paths(bought)) == (2, {"docs", "."})
    assert outcomes(report)["docs"].change == ("content changed: guide.md; all of it can be listed")
    refused.remove("adding.py")
    report, bought = nights()
    assert (report.exit_code, paths(bought)) == (0, {"src/sample", "src", "."})
    assert outcomes(report)["src/sample"].change == "content changed: adding.py"


def test_an_empty_directory_that_was_unreadable_is_investigated(
    nights: Callable[..., Any], refused: set[str], tmp_path: Path
) -> None:
    (tmp_path / "sample/bare").mkdir()
    refused.add("bare")
    report, bought = nights()
    assert outcomes(report)["bare"].state is DirectoryState.UNREADABLE
    refused.remove("bare")
    report, bought = nights()
    assert (report.exit_code, paths(bought)) == (0, {"bare", "."})
