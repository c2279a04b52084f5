"""Evidence: a quotation is found at its lines, also after an edit above it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.flags.evidence import Located, locate, normalise
from tests.processor_time import costs_less_than

WORDS = st.lists(st.sampled_from(["a", "ab", "b", "(", "é", "x=1"]), min_size=1, max_size=6)
SPACE = st.sampled_from([" ", "\n", "\t", "  ", "\n\n  ", "\r\n"])


@pytest.mark.parametrize(
    ("quotation", "line", "expected"),
    [
        ("two", 2, Located(2, 2, "two")),
        ("two", None, Located(2, 2, "two")),
        ("two", 99, Located(2, 2, "two")),
        ("same", None, Located(1, 1, "same")),
        ("same", 1, Located(1, 1, "same")),
        ("same", 3, Located(4, 4, "same")),
        ("same", 4, Located(4, 4, "same")),
        ("same", 6, Located(6, 6, "same")),
        ("same", 10_000, Located(6, 6, "same")),
        ("one two", 1, Located(1, 2, "one\n  two")),
        ("  two\n\n three  same", 3, Located(2, 4, "two\nthree\nsame")),
        ("wo thr", None, Located(2, 3, "wo\nthr")),
        ("absent", 1, None),
        ("twothree", 2, None),
        ("", 1, None),
        (" \n\t", None, None),
    ],
)
def test_a_quotation_is_located_nearest_to_the_line_it_names(
    quotation: str, line: int | None, expected: Located | None
) -> None:
    text = "same one\n  two\nthree\nsame\nfour\nsame\n"
    assert locate(text, quotation, line) == expected


def test_a_quotation_that_spans_the_line_wins_over_one_that_starts_later() -> None:
    text = "a\nb\nc\nx\na\nb\nc\n"
    assert locate(text, "a b c", 2) == Located(1, 3, "a\nb\nc")
    assert locate(text, "a b c", 4) == Located(5, 7, "a\nb\nc")
    assert locate("a\nb\nc\nd\n" * 2, "a b c d", 4) == Located(1, 4, "a\nb\nc\nd")


@given(st.lists(WORDS, max_size=8), WORDS, st.lists(WORDS, max_size=8), SPACE, st.integers(1, 40))
def test_a_quotation_is_found_in_the_text_it_was_taken_from(
    before: list[list[str]],
    quoted: list[str],
    after: list[list[str]],
    space: str,
    line: int,
) -> None:
    text = "\n".join(" ".join(words) for words in [*before, quoted, *after])
    found = locate(text, space.join(quoted), line)
    assert found is not None
    assert found.text in text
    assert normalise(found.text) == normalise(" ".join(quoted))
    shown = text.split("\n")[found.line - 1 : found.end_line]
    assert found.text in "\n".join(shown)


@given(st.text(alphabet="ab \n", max_size=60), st.text(alphabet="ab \n", max_size=6))
def test_a_quotation_is_found_if_and_only_if_it_is_there(text: str, quoted: str) -> None:
    wanted = normalise(quoted)
    assert (locate(text, quoted, None) is not None) is (bool(wanted) and wanted in normalise(text))


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=30), st.integers(1, 40))
def test_no_other_occurrence_is_nearer(lines: list[str], line: int) -> None:
    found = locate("\n".join(lines), "a", line)
    places = [number for number, text in enumerate(lines, start=1) if text == "a"]
    assert (found is None) is (not places)
    if found:
        assert abs(found.line - line) == min(abs(place - line) for place in places)


def test_lines_shifted_by_an_edit_above_are_corrected() -> None:
    text = "".join(f"line {number}\n" for number in range(50)) + "evil()\n"
    assert locate("\n" * 7 + text, "evil()", 51) == Located(58, 58, "evil()")


def test_only_a_line_feed_ends_a_line() -> None:
    assert locate("a\x0cb\u2028c\x85d\r\ne", "e", None) == Located(2, 2, "e")


def test_an_adversarial_text_is_searched_in_linear_time() -> None:
    with costs_less_than(5):
        assert locate("ab" * 1_000_000, "b" + "ab" * 900 + "aa", 1) is None
        assert locate("a\n" * 500_000, "a " * 900 + "b", 499_999) is None
