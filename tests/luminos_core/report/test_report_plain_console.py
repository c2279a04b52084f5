"""Columns of plain text: in line whatever is in them, and nothing in them takes effect."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.report.terminal.plain_console import PlainConsole
from tests.luminos_core.report.report_runs import hostile_text
from tests.luminos_core.report.test_report_terminal import COLOUR, steering

PLAIN = PlainConsole(colour=False, ascii_only=False)
COLOURED = PlainConsole(colour=True, ascii_only=False)
ROWS = st.lists(st.tuples(hostile_text(), hostile_text()), min_size=1, max_size=6)


@given(rows=ROWS)
def test_a_row_is_a_line_and_no_text_steers_the_terminal(rows: list[tuple[str, str]]) -> None:
    table = [((left, ""), (right, "muted")) for left, right in rows]
    lines = list(PLAIN.table(table, ("left", "right")))
    assert len(lines) == len(rows)
    assert not any(map(steering, lines))


@given(rows=ROWS)
def test_colour_changes_nothing_but_the_colour(rows: list[tuple[str, str]]) -> None:
    table = [((left, "bold"), (right, "muted")) for left, right in rows]
    inked = [COLOUR.sub("", line).rstrip() for line in COLOURED.table(table, ("left", "right"))]
    assert inked == list(PLAIN.table(table, ("left", "right")))


@pytest.mark.parametrize("name", ["ascii", "日本語", "cafe\u0301", "é", "한글.py"])
def test_the_next_column_begins_at_the_same_place(name: str) -> None:
    rows = [((name, ""), ("|", "")), (("x" * 20, ""), ("|", ""))]
    first, second = PLAIN.table(rows, ("left", "left"))
    assert _place(first) == _place(second) == 22


def test_numbers_end_in_line() -> None:
    rows = [(("1", ""),), (("1,000", ""),)]
    assert list(PLAIN.table(rows, ("right",))) == ["    1", "1,000"]


def test_a_style_without_text_writes_nothing() -> None:
    assert COLOURED.styled("", "bold") == ""
    assert COLOURED.styled("x", "bold") == "\x1b[1mx\x1b[0m"
    assert PLAIN.styled("x", "bold") == "x"


def _place(line: str) -> int:
    """The column of the bar, as a terminal places it."""
    before = unicodedata.normalize("NFC", line[: line.index("|")])
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in before)
