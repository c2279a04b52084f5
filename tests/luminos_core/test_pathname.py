"""Names survive their escaping exactly, and no escape can stand for a path's own characters."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.pathname import escape, unescape

NAMES = st.binary(max_size=20).map(os.fsdecode)


@given(NAMES)
def test_a_name_of_any_bytes_is_escaped_to_valid_text_and_back(name: str) -> None:
    assert unescape(escape(name)) == name
    escape(name).encode("utf-8")


@given(NAMES, NAMES)
def test_two_names_never_share_a_text(one: str, other: str) -> None:
    assert (escape(one) == escape(other)) is (one == other)


@given(st.text(alphabet="\\x0123456789abcdef./", max_size=20))
def test_unescaping_makes_no_separator_no_dot_and_no_nul(text: str) -> None:
    plain = unescape(text)
    assert plain.count("/") == text.count("/")
    assert plain.count(".") == text.count(".")
    assert "\0" not in plain


@pytest.mark.parametrize("text", [r"\x2e\x2e", r"a\x2fb", r"\x00"])
def test_an_escape_of_ascii_is_left_as_it_is(text: str) -> None:
    assert unescape(text) == text
