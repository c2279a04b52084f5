"""The input of a call is read as JSON that can be stored and sent back, or stays a text."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.llm.tool_input import MOST_LEVELS, read_input

JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", {}),
        ('{"a": "\\ud83c\\udf0d"}', {"a": "🌍"}),
        ('{"a": 18446744073709551615}', {"a": 2**64 - 1}),
        ('{"a": 18446744073709551616}', {"a": 2.0**64}),
        ("[1]", [1]),
    ],
)
def test_what_can_be_stored_is_read(text: str, value: Any) -> None:
    read = read_input(text)
    assert (read, json.dumps(read)) == (value, json.dumps(value))


@pytest.mark.parametrize(
    "text",
    ['{"a": NaN}', "1e999", r'["\ud800"]', '{"a": ', "oops", "[" * 99_999, "9" * 9_999],
)
def test_what_cannot_stays_the_text(text: str) -> None:
    assert read_input(text) == text


def test_levels_are_limited() -> None:
    for opening, closing in ("[]", ('{"a":', "}")):
        most, more = (opening * n + "1" + closing * n for n in (MOST_LEVELS, MOST_LEVELS + 1))
        assert read_input(most) == json.loads(most)
        assert read_input(more) == more


@given(JSON)
def test_whatever_is_read_can_be_stored_and_sent_back(value: Any) -> None:
    read = read_input(json.dumps(value))
    assert orjson.loads(orjson.dumps(read)) == read
