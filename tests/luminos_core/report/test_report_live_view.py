"""The live view of a run: its directories with turns and costs, at any width."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.spinner import Spinner

from luminos_core.records.event import FlagRaised, PhaseStarted, ServerSilent, TurnStarted
from luminos_core.records.flag import Severity
from luminos_core.report.progress.live_view import LiveView
from luminos_core.report.progress.run_progress import ProgressTracker
from tests.luminos_core.report.progress_events import billed, called, ended, started, waiting
from tests.luminos_core.report.report_runs import flag, names
from tests.luminos_core.report.test_report_terminal import COLOUR, control_characters


def tracker_of(
    *directories: str, usd: float | None = 0.25, tokens: int = 12_345
) -> ProgressTracker:
    tracker = ProgressTracker(now=lambda: 100.0)
    tracker.update(PhaseStarted(phase="directories", text="investigating t", total=12))
    for directory in directories:
        tracker.update(started(directory))
        tracker.update(billed(directory, tokens, usd))
        tracker.update(called(directory, 4))
    tracker.update(ended("elsewhere"))
    tracker.update(FlagRaised(flag=flag(severity=Severity.CRITICAL)))
    return tracker


def shown(
    tracker: ProgressTracker,
    width: int = 80,
    height: int = 24,
    passed: float = 0.0,
    encoding: str = "utf-8",
) -> list[str]:
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding=encoding) as stream:
        console = Console(file=stream, width=width, height=height, force_terminal=True)
        view = LiveView(tracker.progress, 100.0 + passed, 124.0, console)
        console.print(view.rendered(Spinner("line")))
        stream.flush()
        return [line.rstrip() for line in COLOUR.sub("", raw.getvalue().decode()).splitlines()]


def test_each_running_directory_is_shown_with_its_turn_cost_and_last_action() -> None:
    tracker = tracker_of("src", "docs")
    tracker.update(TurnStarted(directory="docs", turn=4, turns=16))
    headline, bar, src, docs = shown(tracker)
    assert headline.split()[1:] == [
        "investigating",
        "t",
        "25k",
        "tokens",
        "$0.50",
        "2",
        "min",
        "04",
        "s",
    ]
    assert bar.endswith("1 of 12 directories  1 critical")
    assert src.split() == ["src", "4/10", "12k", "$0.25", "read_file", "a.py"]
    assert docs.split() == ["docs", "4/16", "12k", "$0.25", "read_file", "a.py"]


def test_a_wait_is_shown_until_it_ends() -> None:
    tracker = tracker_of("src", "docs")
    tracker.update(waiting("src", 40))
    assert shown(tracker, passed=8.5)[2].endswith("waiting 32 s: rate limit")
    assert shown(tracker, passed=8.5)[3].endswith("read_file a.py")
    assert shown(tracker, passed=40)[2].endswith("read_file a.py")


def test_a_wait_of_the_survey_is_shown_in_the_headline() -> None:
    tracker = ProgressTracker(now=lambda: 100.0)
    tracker.update(PhaseStarted(phase="survey", text="surveying t"))
    tracker.update(waiting("(survey)", 40))
    assert "surveying t  waiting 40 s: rate limit" in shown(tracker)[0]


def test_a_server_that_answers_nobody_has_a_line_of_its_own_until_it_answers() -> None:
    tracker = tracker_of("src")
    tracker.update(ServerSilent(seconds=120.0, longest=600.0, reason="refused"))
    line = "the model's server does not answer; waiting, 2:10 of at most 10 min"
    assert shown(tracker, passed=10.0)[1] == line
    assert shown(tracker, passed=900.0)[1].endswith("10:00 of at most 10 min")
    tracker.update(ServerSilent(seconds=140.0, longest=600.0))
    assert not any("does not answer" in row for row in shown(tracker))


@pytest.mark.parametrize(
    ("usd", "whole", "each"), [(None, "cost unknown", "unknown"), (0.0, "25k tokens", "12k")]
)
def test_an_unknown_price_is_shown_as_unknown_and_a_cost_of_nothing_not_at_all(
    usd: float | None, whole: str, each: str
) -> None:
    headline, _, src, _ = shown(tracker_of("src", "docs", usd=usd))
    assert whole in headline
    assert each in src
    assert "$" not in headline + src


def test_an_offline_run_shows_neither_tokens_nor_cost() -> None:
    lines = shown(tracker_of("src", usd=0.0, tokens=0))
    assert not any("token" in line or "$" in line or "cost" in line for line in lines)


def test_more_directories_than_lines_are_counted() -> None:
    lines = shown(tracker_of(*(f"dir{number}" for number in range(64))), height=24)
    assert lines[-1] == "  and 45 more"
    assert len(lines) < 24
    assert len(shown(tracker_of(*(f"dir{number}" for number in range(64))), height=80)) == 66


def test_of_a_long_path_the_end_is_shown() -> None:
    long = "packages/" + "very/long/" * 40 + "details"
    for encoding, mark in (("utf-8", "…"), ("ascii", "...")):
        row = shown(tracker_of(long), encoding=encoding)[2]
        assert row.strip().startswith(mark)
        assert row.split()[0].endswith("/details")
        assert row.endswith("a.py")


@given(st.lists(names(), max_size=3), st.integers(30, 160), st.sampled_from(["utf-8", "ascii"]))
@settings(max_examples=25, deadline=None)
def test_any_name_stays_on_its_line_at_any_width(
    paths: list[str], width: int, encoding: str
) -> None:
    if encoding == "ascii":
        paths = [ascii(path) for path in paths]
    lines = shown(tracker_of(*paths), width, encoding=encoding)
    assert len(lines) == 2 + len({*paths} - {"elsewhere"})
    assert all(cell_len(line) <= width for line in lines)
    assert not control_characters("".join(lines))
    assert encoding == "utf-8" or "".join(lines).isascii()
