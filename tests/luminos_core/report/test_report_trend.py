"""The trend of a target on a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.report.terminal.plain_console import PlainConsole
from luminos_core.report.terminal.trend_view import sparkline, trend_view
from tests.luminos_core.store.test_store_trend import point

PLAIN = PlainConsole(colour=False, ascii_only=False)
ASCII = PlainConsole(colour=False, ascii_only=True)


def test_bars_go_from_the_least_to_the_most() -> None:
    assert sparkline([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert sparkline([10, 20, 10]) == "▁█▁"
    assert sparkline([0, 7, None, 14], ascii_only=True) == "_+.@"


def test_what_never_changes_is_level_and_what_is_unknown_is_a_dot() -> None:
    assert sparkline([3, 3, None, 3]) == "▄▄·▄"
    assert sparkline([None, None]) == "··"
    assert sparkline([]) == ""


@given(st.lists(st.none() | st.floats(0, 1e12), max_size=40), st.booleans())
def test_every_run_has_a_column(values: list[float | None], ascii_only: bool) -> None:
    line = sparkline(values, ascii_only=ascii_only)
    assert len(line) == len(values)
    assert line.isascii() or not ascii_only
    gaps = [bar in "·." for bar in line]
    assert gaps == [value is None for value in values]


def test_a_row_has_the_first_and_the_last_number_with_their_units() -> None:
    first = point("a", read_share=0.5, usd=1.5, seconds=59, lines=1000)
    rows = [*trend_view([first, point("b", usd=None, seconds=61, lines=2000)], PLAIN)]
    by_name = {row[:16].strip(): " ".join(row[16:].split()) for row in rows}
    assert by_name["read"] == "▁█ 50% → 100%"
    assert by_name["cost"] == "▄· $1.50"
    assert by_name["duration"] == "▁█ 59 s → 1 min 01 s"
    assert by_name["lines of source"] == "▁█ 1,000 → 2,000"
    assert by_name["new"] == "unknown"
    assert "incomplete" not in by_name


def test_a_row_that_was_higher_or_lower_between_says_so() -> None:
    points = [point(run, files=files) for run, files in (("a", 5), ("b", 9), ("c", 5))]
    row = next(line for line in trend_view(points, PLAIN) if line.startswith("files"))
    assert row.split() == ["files", "▁█▁", "5", "5", "to", "9"]


def test_incomplete_runs_are_marked_in_their_columns() -> None:
    points = [point("a"), point("b", status="incomplete"), point("c")]
    last = [*trend_view(points, ASCII)][-1]
    assert last.startswith("incomplete")
    columns = next(iter(trend_view(points, ASCII))).index("=")
    assert last[columns : columns + 3] == ".x."
    assert all(line.isascii() for line in trend_view(points, ASCII))
