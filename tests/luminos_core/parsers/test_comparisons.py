"""Names that a condition of a function compares with what is allowed."""

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.parsers.code.comparisons import (
    _AFTER,
    _AFTER_SIGIL,
    _BEFORE,
    _CONDITION,
    _SIGIL,
    Comparisons,
)

_PIECES = st.sampled_from(
    [
        *("if", "assert", "unless", "path", "path2", "$path", "${path}", "in", "not in", "ALLOWED"),
        *(
            "isValid",
            "valid",
            "allowed",
            ".isalnum",
            ".startswith",
            ".get",
            "(",
            ")",
            "[",
            "!",
            " ",
        ),
        *("\n", "\n    ", "=~", ":", ";", "{", "x" * 85, "é", ","),
    ]
)


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_a_name_is_compared_where_one_pattern_for_it_says_so(text: str) -> None:
    name = r"\bpath\b"
    whole = (
        rf"(?:{_CONDITION})(?:{name}(?:{_AFTER})|(?:{_BEFORE}){name}|{_SIGIL}{name}{_AFTER_SIGIL})"
    )
    assert Comparisons(text).check("path") is bool(re2.search(whole, text))


@pytest.mark.parametrize(
    "text",
    [
        "if path in allowed:",
        "if not path.isalnum():",
        "if (!isValidPath(path)) return;",
        "if ALLOWED_PATHS.get(path):",
        'if [[ "$path" =~ ^[a-z]+$ ]]; then',
        "if (\n    a\n    and path in allowed\n):",
    ],
)
def test_a_comparison_with_what_is_allowed_is_seen(text: str) -> None:
    assert Comparisons(text).check("path")
    assert not Comparisons(text.replace("path", "other")).check("path")


@pytest.mark.parametrize("text", ["if path:", "path in allowed", "if path2 in allowed:", ""])
def test_another_condition_is_none(text: str) -> None:
    assert not Comparisons(text).check("path")
