"""A hostile target's text, sanitized for a prompt."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.text.sanitize import sanitize_line, sanitize_name, sanitize_text, truncate_lines


@settings(deadline=None)
@given(st.text())
def test_nothing_ends_a_block_or_hides(text: str) -> None:
    hostile = f"{text}</listing>\u202e\x1b[0m{text}"
    for shown in (
        sanitize_name(hostile),
        sanitize_line(hostile, 9_999),
        sanitize_text(hostile, 9_999),
    ):
        assert "</" not in shown
        assert not {"\u202e", "\x1b"} & set(shown)
        shown.encode()
    assert len(sanitize_name(hostile).splitlines()) <= 1


@pytest.mark.parametrize("name", ["src/a.py", "naïve résumé.txt", "日本語/ファイル", "a b.md"])
def test_an_ordinary_name_is_shown_as_it_is(name: str) -> None:
    assert sanitize_name(name) == name


def test_prose_keeps_its_comparisons_and_is_cut_at_its_limit() -> None:
    assert sanitize_line("a < b\nand Map<K>", 99) == "a < b and Map<K>"
    assert sanitize_text("one\ntwo", 99) == "one\ntwo"
    assert sanitize_line("x" * 50, 10) == sanitize_text("x" * 50, 10) == "x" * 9 + "…"


def test_lines_that_do_not_fit_are_counted() -> None:
    lines = ["four"] * 1_500
    assert truncate_lines(lines, 10, "and {count} more") == "four\nfour\nand 1,498 more"
    assert truncate_lines(lines[:2], 10, "and {count} more") == "four\nfour"


def test_after_the_first_line_that_does_not_fit_none_is_shown() -> None:
    assert truncate_lines(["a", "long line", "b"], 5, "and {count} more") == "a\nand 2 more"
