"""A run's point in the trend of its target."""

from pathlib import Path
from typing import Any

import pytest

from luminos_core.audit.assemble import assemble
from luminos_core.audit.trend import trend_point, with_trend
from luminos_core.records.comparison import ComparedRun, Comparison, SourceVersion
from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Count
from luminos_core.store.layout import Store
from luminos_core.store.trend import load_trend
from tests.fakes.stored_audits import audit_offline
from tests.fakes.trees import PROJECT, make_tree
from tests.luminos_core.report.report_runs import check_flag, facts, paid


def made(**changes: Any) -> AuditReport:
    return assemble(facts()).model_copy(update=changes)


def test_each_run_is_a_point_of_its_report_and_of_the_store(tmp_path: Path) -> None:
    target, store = make_tree(tmp_path / "sample", PROJECT), tmp_path / "store"
    for run in ("run-1", "run-2"):
        report = audit_offline(target, store, run)
    assert [point.run_id for point in report.trend] == ["run-1", "run-2"]
    assert report.trend == load_trend(Store(store), target)
    last = report.trend[-1]
    assert (last.files, last.directories) == (report.scan.files, report.scan.directories)
    assert last.lines == sum(language.lines for language in report.scan.languages) > 0
    assert (last.status, last.read_share, last.usd) == ("complete", 1.0, 0.0)


def test_a_second_attempt_at_a_run_takes_the_place_of_its_point(tmp_path: Path) -> None:
    target, store = make_tree(tmp_path / "sample", PROJECT), tmp_path / "store"
    for _ in range(2):
        report = audit_offline(target, store, "run-1")
    assert [point.run_id for point in report.trend] == ["run-1"]
    assert load_trend(Store(store), target) == report.trend


def test_a_report_has_the_last_thirty_runs_and_the_store_has_all(tmp_path: Path) -> None:
    reports = made(), made(run_id="run-x")
    before = [trend_point(made(run_id=f"run-{number}")) for number in range(40)]
    for report in reports:
        shown = with_trend(report, before).trend
        assert len(shown) == 30
        assert shown[-1] == trend_point(report)
        assert len({point.run_id for point in shown}) == 30


def test_flags_are_counted_by_severity_and_not_by_place() -> None:
    same = [check_flag(line=line, severity=Severity.CRITICAL) for line in (1, 2)]
    report = made(flags=(*same, check_flag(path="b.py"), check_flag(path="c.py", severity="info")))
    point = trend_point(report)
    assert (point.critical, point.concern, point.info) == (1, 1, 1)


def test_what_is_new_and_resolved_is_unknown_without_a_run_to_compare_with() -> None:
    flags = (check_flag(state=FlagState.NEW), check_flag(path="b", state=FlagState.PERSISTING))
    gone = (check_flag(path="c", state=FlagState.RESOLVED), check_flag(state=FlagState.UNKNOWN))
    previous = ComparedRun(run_id="run-0", finished_at="2026-01-01T00:00:00+00:00")
    compared = made(flags=flags, comparison=Comparison(previous=previous, gone=gone))
    first = trend_point(made(flags=flags))
    assert (first.new, first.resolved) == (None, None)
    assert (trend_point(compared).new, trend_point(compared).resolved) == (1, 1)


def test_a_cost_is_unknown_when_a_price_is_and_nothing_when_nothing_was_bought() -> None:
    assert trend_point(made()).usd == 0.0
    assert trend_point(assemble(facts(ledger=[paid(usd=0.5)]))).usd == 0.5
    assert trend_point(assemble(facts(ledger=[paid(usd=None)]))).usd is None


def test_a_point_says_of_which_commit_it_is_and_how_long_the_run_took() -> None:
    point = trend_point(made(version=SourceVersion(commit="ab", branch="main")))
    assert (point.commit, point.branch, point.seconds) == ("ab", "main", 65.0)


@pytest.mark.parametrize(
    ("counts", "share"),
    [
        ({}, None),
        ({FileState.DESCRIBED: 3, FileState.LISTED: 1}, 0.75),
        ({FileState.PARTLY_READ: 1, FileState.NOT_PARSED: 1, FileState.UNREADABLE: 2}, 0.0),
        ({FileState.DESCRIBED: 1, FileState.BINARY: 9, FileState.WITHHELD: 9}, 1.0),
        ({FileState.LISTED: 2}, 0.0),
    ],
)
def test_the_share_that_was_read_is_of_texts_that_may_be_read(
    counts: dict[FileState, int], share: float | None
) -> None:
    by_state = tuple(Count(name=state, count=count) for state, count in counts.items())
    coverage = Coverage(total=0, by_state=(), files=sum(counts.values()), files_by_state=by_state)
    assert coverage.read_share == share
