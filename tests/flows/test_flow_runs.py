"""`luminos runs` and `luminos trend`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from luminos_core.records.comparison import SourceVersion
from luminos_core.records.policy import PolicyResult
from luminos_core.store.layout import Store
from tests.flows.stored_nights import Nights, nights
from tests.luminos_core.report.report_runs import HOSTILE
from tests.luminos_core.report.test_report_terminal import control_characters


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Nights:
    return nights(tmp_path_factory.mktemp("nights"))


@pytest.fixture
def own(tmp_path: Path) -> Nights:
    """Of a test that changes it."""
    return nights(tmp_path)


def test_the_latest_run_is_listed_first_with_its_target(made: Nights) -> None:
    heading, *rows = made.lines("runs")
    assert heading.split() == ["ended", "(UTC)", "state", "flags", "new", "cost", "run", "target"]
    assert [row.split()[-2] for row in rows] == ["bbbb-3", "cccc-1", "aaaa-2", "aaaa-1"]
    assert rows[0].endswith(str(made.target))
    assert "complete" in rows[0]
    assert made.lines("report", "--list") == [heading, *rows]


def test_the_runs_of_one_target_are_listed_and_the_latest_of_them(made: Nights) -> None:
    rows = json.loads(made.call("runs", str(made.target), "--json").stdout)
    assert [row["run_id"] for row in rows] == ["bbbb-3", "aaaa-2", "aaaa-1"]
    assert len(made.lines("runs", "--last", "2")) == 3
    assert "no run of" in made.refused("runs", str(made.store))


def test_a_run_is_listed_with_its_numbers(own: Nights) -> None:
    report = own.change(
        "bbbb-3",
        version=SourceVersion(commit="ab" * 20, branch="main"),
        policy=PolicyResult(fail_on="critical", failed=True, why="so"),
    )
    row = json.loads(own.call("runs", "--json").stdout)[0]
    totals = {total.severity.value: total.flags for total in report.flag_totals}
    assert {name: row[name] for name in totals} == totals
    assert row["flags"] == sum(totals.values()) > 0
    assert row["places"] == sum(flag.places for flag in report.flags)
    assert (row["commit"], row["branch"], row["usd"]) == ("ab" * 20, "main", 0.0)
    assert (row["failed"], row["state"], row["new"]) == (True, "complete", report.trend[-1].new)
    assert "complete, failed" in own.lines("runs")[1]


def test_a_report_that_cannot_be_read_is_listed_as_that(own: Nights) -> None:
    (Store(own.store).run_path("aaaa-2") / "report.json").write_text('{"run_id": "aaaa-2"')
    rows = json.loads(own.call("runs", "--json").stdout)
    (row,) = [row for row in rows if row["state"] == "unreadable"]
    assert (row["run_id"], row["flags"]) == ("aaaa-2", None)
    assert "is not a report that this version can read" in row["problem"]
    assert "is not a report that this version can read" in own.refused("flags", "aaaa-2")


def test_an_older_report_without_a_trend_is_listed_with_what_it_has(own: Nights) -> None:
    own.change("aaaa-1", trend=(), schema_version=2)
    row = json.loads(own.call("runs", "--json").stdout)[-1]
    assert (row["state"], row["new"], row["seconds"]) == ("complete", None, None)
    assert row["flags"] > 0


def test_the_trend_has_a_row_for_each_measure_and_a_column_for_each_run(made: Nights) -> None:
    title, span, _, *rows = made.lines("trend", str(made.target))
    assert title == str(made.target)
    assert span.startswith("3 runs, from ")
    by_name = {row[:16].strip(): row[17:] for row in rows}
    assert by_name["files"].split() == ["▁▁█", "3", "→", "4"]
    assert by_name["cost"].split() == ["▄▄▄", "$0.00"]
    points = json.loads(made.call("trend", str(made.target), "--json").stdout)
    assert [point["run_id"] for point in points] == ["aaaa-1", "aaaa-2", "bbbb-3"]
    assert (
        len(json.loads(made.call("trend", str(made.target), "--last", "2", "--json").stdout)) == 2
    )


def test_the_trend_is_of_the_directory_that_one_is_in_else_of_the_latest_run(
    made: Nights, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made.store)
    assert made.lines("trend")[0] == str(made.target)
    monkeypatch.chdir(made.other)
    assert made.lines("trend")[0] == str(made.other)
    assert "has left a point" in made.refused("trend", str(made.store))


def test_the_trend_outlives_the_runs(own: Nights) -> None:
    for _ in range(2):
        own.call("store", "--prune", "--keep-runs", "1")
    assert len(json.loads(own.call("runs", str(own.target), "--json").stdout)) == 1
    assert len(json.loads(own.call("trend", str(own.target), "--json").stdout)) == 3


def test_a_changed_report_does_not_act_on_the_terminal(own: Nights) -> None:
    text = "".join(HOSTILE)
    own.change("bbbb-3", run_id=text, target=text, finished_at=text, incomplete_because=(text,))
    shown = own.call("runs").stdout + own.call("runs", "--json").stdout
    assert "[click]" in shown
    assert not control_characters(shown)


@pytest.mark.parametrize("name", ["diff", "flags", "open", "report", "runs", "show", "trend"])
def test_a_command_that_looks_into_the_store_starts_without_prefect(name: str) -> None:
    code = f"import sys, flows.commands.{name}; sys.exit('prefect' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
