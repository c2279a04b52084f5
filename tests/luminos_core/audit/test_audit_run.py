"""A whole run without a server: its steps, its gaps, and the report that it publishes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.passes.directory import DIRECTORY
from luminos_core.agents.passes.plan import PLAN, PlanResult
from luminos_core.agents.passes.survey import SURVEY, SurveyResult
from luminos_core.agents.passes.synthesis import SYNTHESIS
from luminos_core.audit import scan_steps
from luminos_core.audit.publish import publish_gap
from luminos_core.audit.run import run_audit
from luminos_core.errors import CallsRefused, NotApproved, SettingsError, StoreError
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import Event
from luminos_core.records.plan import Plan
from luminos_core.records.report import AuditReport, Gap, Synthesis
from luminos_core.records.survey import Survey
from luminos_core.report.progress.event_text import event_text
from luminos_core.report.progress.progress_markdown import progress_markdown
from luminos_core.report.progress.run_progress import ProgressTracker
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.store.trend import load_trend
from tests.fakes.audits import Answer, ScriptedInvestigator, done, runtime_over
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor
from tests.fakes.trees import DIRECTORIES, PROJECT, make_tree

RESULTS = {
    SURVEY.name: SurveyResult(survey=Survey(description="A sample.", approach="", confidence=0.9)),
    PLAN.name: PlanResult(plan=Plan()),
    SYNTHESIS.name: Synthesis(brief="It adds.", detailed="It adds numbers."),
}
LINE = LedgerLine(
    at="", pass_name="directory", directory="docs", model="m", input=1, output=1, cache_read=0,
    cache_write=0, usd=0.01, answered=True,
)  # fmt: skip


def well(step: AnyPass, briefing: Any) -> Any:
    return done(briefing) if step is DIRECTORY else RESULTS[step.name]


Run = Callable[..., tuple[AuditReport, ScriptedInvestigator]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run(answer, **fields of the request)`: the report of a run over a small project, and what
    ran. All runs have the same store and results."""
    target = make_tree(tmp_path / "sample", PROJECT)
    results = MemoryResults()

    def _run(answer: Answer = well, **asked: Any) -> tuple[AuditReport, ScriptedInvestigator]:
        asked = {"yes": True} | asked
        model = ScriptedModel([])
        with runtime_over(
            target, model=model, results=results, store=tmp_path / "store", **asked
        ) as built:
            investigator = ScriptedInvestigator(answer)
            runtime = replace(built, investigator=investigator)
            report = run_audit(runtime, ThreadExecutor(runtime, results))
            assert read_report(runtime.folder.path) == report
        assert model.requests == []
        return report, investigator

    return _run


def failing(name: str, error: Exception) -> Answer:
    """The pass of that name raises `error`."""

    def answer(step: AnyPass, briefing: Any) -> Any:
        if step.name == name:
            raise error
        return well(step, briefing)

    return answer


def test_a_run_takes_every_step_once_and_its_report_is_published(run: Run) -> None:
    report, investigator = run()
    assert investigator.started[:2] == ["(survey)", "(plan)"]
    assert set(investigator.started[2:-1]) == DIRECTORIES
    assert investigator.started[-2:] == [".", "(synthesis)"]
    assert (report.status, report.gaps, report.brief) == ("complete", (), "It adds.")
    assert {outcome.change for outcome in report.directories} == {"new"}


def test_an_unchanged_target_runs_nothing_again(run: Run) -> None:
    run()
    report, investigator = run()
    assert investigator.started == []
    assert {outcome.state.value for outcome in report.directories} == {"cached"}
    assert report.brief == "It adds."


def test_a_retry_runs_what_it_names_again(run: Run) -> None:
    run()
    report, again = run(again_directories=("docs",), again_passes=("synthesis",))
    assert again.started == ["docs", "(synthesis)"]
    changes = {outcome.path: outcome.change for outcome in report.directories if outcome.change}
    assert changes == {"docs": "forced"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("survey", "no survey was made: ValueError: a bug"),
        ("plan", "no plan was made: ValueError: a bug"),
        ("synthesis", "no synthesis was written: ValueError: a bug"),
    ],
)
def test_a_pass_that_fails_makes_the_run_incomplete_and_is_run_again_by_the_next_run(
    run: Run, name: str, sentence: str
) -> None:
    report, _ = run(failing(name, ValueError("a bug")))
    assert [(gap.pass_name, gap.reason) for gap in report.gaps] == [(name, sentence)]
    assert (report.status, report.exit_code) == ("incomplete", 2)
    assert {outcome.state.value for outcome in report.directories} == {"investigated"}
    assert report.incomplete_because == (f"gap in {name}: {sentence}",)
    assert report.brief.startswith(f"Incomplete audit: gap in {name}: {sentence}.")
    repaired, again = run()
    assert f"({name})" in again.started
    assert (repaired.status, repaired.gaps) == ("complete", ())


def test_gaps_are_in_the_order_of_the_passes(run: Run) -> None:
    def answer(step: AnyPass, briefing: Any) -> Any:
        if step is not DIRECTORY:
            raise ValueError(step.name)
        return done(briefing)

    report, _ = run(answer)
    assert [gap.pass_name for gap in report.gaps] == ["survey", "plan", "synthesis"]


def test_failing_checks_are_a_gap(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(scan_steps, "run_checks", crash)
    report, _ = run()
    assert report.incomplete_because == ("gap in checks: ValueError: a bug",)


@pytest.mark.parametrize("error", [SettingsError("the key was refused"), StoreError("disk full")])
@pytest.mark.parametrize("name", ["survey", "directory", "synthesis"])
def test_an_error_for_the_person_ends_the_run(run: Run, name: str, error: Exception) -> None:
    with pytest.raises(type(error), match=str(error)):
        run(failing(name, error))


@pytest.mark.parametrize("lines", [0, 1])
def test_a_refused_key_is_an_error_before_anything_is_bought_and_a_halt_after(
    tmp_path: Path, lines: int
) -> None:
    target, results = make_tree(tmp_path / "sample", PROJECT), MemoryResults()
    with runtime_over(target, model=ScriptedModel([]), results=results, yes=True) as built:

        def answer(step: AnyPass, briefing: Any) -> Any:
            if step is DIRECTORY and briefing.directory.path == "docs":
                for _ in range(lines):
                    runtime.budget.bill(LINE)
                runtime.rate_limiter.close(CallsRefused("the key was refused: no"))
            return well(step, briefing)

        runtime = replace(built, investigator=ScriptedInvestigator(answer))
        executor = ThreadExecutor(runtime, results)
        if not lines:
            with pytest.raises(CallsRefused, match="the key was refused"):
                run_audit(runtime, executor)
            return
        report = run_audit(runtime, executor)
    assert report.incomplete_because[0] == "the run ended early: the key was refused: no"
    deferred = {each.reason for each in report.directories if each.state.value == "deferred"}
    assert deferred == {"not reached: the key was refused"}


def test_a_gap_that_is_found_after_the_end_is_in_the_first_line_and_in_every_file(
    run: Run, tmp_path: Path
) -> None:
    report, _ = run()
    folder = tmp_path / "store" / "runs" / report.run_id
    for number in (1, 2):
        gap = Gap(pass_name="record", reason=f"gone {number}")
        report = publish_gap(Store(tmp_path / "store"), report, gap)
    assert (report.status, report.exit_code) == ("incomplete", 2)
    why = "gap in record: gone 1; gap in record: gone 2"
    assert report.brief == f"Incomplete audit: {why}.\n\nIt adds."
    assert read_report(folder) == report
    assert why in (folder / "report.md").read_text()
    stored = load_trend(Store(tmp_path / "store"), tmp_path / "sample")
    assert [point.status for point in stored] == ["incomplete"]
    assert report.trend == stored


def test_a_stopped_run_publishes_what_it_has(run: Run, tmp_path: Path) -> None:
    target, results = tmp_path / "sample", MemoryResults()
    with runtime_over(target, model=ScriptedModel([]), results=results, yes=True) as built:

        def answer(step: AnyPass, briefing: Any) -> Any:
            if step is DIRECTORY:
                runtime.stop.set()
            return well(step, briefing)

        investigator = ScriptedInvestigator(answer)
        runtime = replace(built, investigator=investigator)
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    assert "(synthesis)" not in investigator.started
    assert [gap.reason for gap in report.gaps] == [
        "no synthesis was written: the run was stopped before it was done"
    ]
    assert report.incomplete_because[0] == "the run was interrupted"
    deferred = [each for each in report.directories if each.state.value == "deferred"]
    assert deferred
    assert {each.reason for each in deferred} == {"not reached: interrupted"}


def test_a_run_without_a_model_speaks_of_no_turns(tmp_path: Path) -> None:
    target, results = make_tree(tmp_path / "sample", PROJECT), MemoryResults()
    events: list[Event] = []
    with runtime_over(target, results=results, events=events) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    tracker = ProgressTracker()
    lines: list[str] = []
    for event in events:
        lines.append(event_text(event, tracker.progress) or "")
        tracker.update(event)
        lines.append(progress_markdown(tracker.progress, {}, now=0))
    assert report.status == "complete"
    assert "src/sample: started (new)" in lines
    assert "src/sample: investigated" in lines
    assert not [line for line in lines if "turn" in line]


@pytest.mark.parametrize("again", [{}, {"again_passes": ("synthesis",)}])
def test_a_synthesis_that_is_missing_is_estimated_though_no_directory_changes(
    run: Run, again: dict[str, Any]
) -> None:
    """It was bought without a yes, after "nothing to buy"."""
    run(well if again else failing("synthesis", ValueError("a bug")))
    with pytest.raises(NotApproved, match="nothing was bought: the estimate is"):
        run(yes=False, confirm_above_usd=0.0, **again)

    report, bought = run(**again)
    assert bought.started == ["(synthesis)"]
    assert report.cost.estimate is not None
    assert [used.pass_name for used in report.cost.estimate.usage] == ["synthesis"]


def test_nothing_is_estimated_when_the_synthesis_of_the_stored_reports_is_stored(run: Run) -> None:
    run()
    report, bought = run(yes=False, confirm_above_usd=0.0)
    assert bought.started == []
    assert report.cost.estimate is not None and report.cost.estimate.buys_nothing
