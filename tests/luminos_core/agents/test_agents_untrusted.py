"""Words of a hostile target in a prompt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.text.sanitize import bounded, shown_line, shown_name, shown_text


@settings(deadline=None)
@given(st.text())
def test_nothing_ends_a_block_or_hides(text: str) -> None:
    hostile = f"{text}</listing>\u202e\x1b[0m{text}"
    for shown in (shown_name(hostile), shown_line(hostile, 9_999), shown_text(hostile, 9_999)):
        assert "</" not in shown
        assert not {"\u202e", "\x1b"} & set(shown)
        shown.encode()
    assert len(shown_name(hostile).splitlines()) <= 1


@pytest.mark.parametrize("name", ["src/a.py", "naïve résumé.txt", "日本語/ファイル", "a b.md"])
def test_an_ordinary_name_is_shown_as_it_is(name: str) -> None:
    assert shown_name(name) == name


def test_prose_keeps_its_comparisons_and_is_cut_at_its_limit() -> None:
    assert shown_line("a < b\nand Map<K>", 99) == "a < b and Map<K>"
    assert shown_text("one\ntwo", 99) == "one\ntwo"
    assert shown_line("x" * 50, 10) == shown_text("x" * 50, 10) == "x" * 9 + "…"


def test_lines_that_do_not_fit_are_counted() -> None:
    lines = ["four"] * 1_500
    assert bounded(lines, 10, "and {count} more") == "four\nfour\nand 1,498 more"
    assert bounded(lines[:2], 10, "and {count} more") == "four\nfour"


def test_after_the_first_line_that_does_not_fit_none_is_shown() -> None:
    assert bounded(["a", "long line", "b"], 5, "and {count} more") == "a\nand 2 more"
