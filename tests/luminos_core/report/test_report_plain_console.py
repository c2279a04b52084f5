"""Columns of plain text: aligned and escaped, whatever is in them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.report.terminal.plain_console import PlainConsole
from tests.luminos_core.report.report_runs import hostile_text
from tests.luminos_core.report.test_report_terminal import COLOUR, control_characters

PLAIN = PlainConsole(colour=False, ascii_only=False)
COLOURED = PlainConsole(colour=True, ascii_only=False)
ROWS = st.lists(st.tuples(hostile_text(), hostile_text()), min_size=1, max_size=6)


@given(rows=ROWS)
def test_a_row_is_a_line_without_control_characters(rows: list[tuple[str, str]]) -> None:
    table = [((left, ""), (right, "muted")) for left, right in rows]
    lines = list(PLAIN.table(table, ("left", "right")))
    assert len(lines) == len(rows)
    assert not any(map(control_characters, lines))


@given(rows=ROWS)
def test_colour_changes_nothing_but_the_colour(rows: list[tuple[str, str]]) -> None:
    table = [((left, "bold"), (right, "muted")) for left, right in rows]
    inked = [COLOUR.sub("", line).rstrip() for line in COLOURED.table(table, ("left", "right"))]
    assert inked == list(PLAIN.table(table, ("left", "right")))


@pytest.mark.parametrize("name", ["ascii", "日本語", "cafe\u0301", "é", "한글.py"])
def test_columns_are_aligned(name: str) -> None:
    rows = [((name, ""), ("|", "")), (("x" * 20, ""), ("|", ""))]
    first, second = PLAIN.table(rows, ("left", "left"))
    assert _place(first) == _place(second) == 22


def test_numbers_are_aligned_right() -> None:
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
