"""Escaping: what a reader of hostile text could not see, or a terminal would obey."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.text.escape import escape_invisible, one_line, printable_name
from tests.luminos_core.report.report_runs import hostile_text
from tests.luminos_core.report.test_report_terminal import control_characters


@pytest.mark.parametrize(
    "code", [*range(0x20), 0x7F, 0x9B, 0x200B, 0x202E, 0x2066, 0xFEFF, 0xE0041]
)
def test_an_escaped_character_says_which_it_was(code: int) -> None:
    if chr(code) in "\n\t":
        assert escape_invisible(chr(code)) == chr(code)
        return
    assert escape_invisible(chr(code)).encode().decode("unicode_escape") == chr(code)


def test_every_steering_character_of_unicode_is_escaped() -> None:
    every = "".join(map(chr, range(0x110000)))
    left = control_characters(escape_invisible(every)) - {"\t"}
    assert left == set()
    assert "é" in escape_invisible(every)
    assert "\U000e0100" not in escape_invisible(every)


@given(hostile_text(), st.integers(1, 40))
def test_one_line_is_one_line_and_no_longer_than_asked(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert not control_characters(line)


def test_names_that_differ_are_shown_differently() -> None:
    assert printable_name("a\nb") == "a\\nb"
    encoded = "a\\\\nb"  # a record doubles the backslash of the name "a\\nb"
    assert printable_name(encoded) == encoded
    assert printable_name("\u202egnp.exe") == "\\u202egnp.exe"
