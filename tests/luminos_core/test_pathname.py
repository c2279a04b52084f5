import json
import os

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.text.filenames import escape, unescape

NAMES = st.binary(min_size=1, max_size=40).filter(lambda raw: b"\0" not in raw).map(os.fsdecode)


@given(NAMES)
def test_every_name_survives_escaping_and_comes_back(name: str) -> None:
    text = escape(name)
    assert text.encode("utf-8").decode("utf-8") == text
    assert json.loads(json.dumps(text)) == text
    assert unescape(text) == name


@given(NAMES, NAMES)
def test_two_names_never_share_an_escape(one: str, other: str) -> None:
    assert (escape(one) == escape(other)) == (one == other)


@given(st.text(alphabet="\\x2eaf0.5c/", max_size=12))
def test_unescaping_makes_no_dots_and_no_slashes(text: str) -> None:
    """Else a path that a model wrote could name the parent after it was checked."""
    made = unescape(text)
    assert made.count(".") == text.count(".")
    assert made.count("/") == text.count("/")


def test_plain_names_stay_as_they_are() -> None:
    assert escape("src/main.py") == "src/main.py"
    assert escape("naïve café") == "naïve café"
    assert escape("a\\b") == "a\\\\b"
    assert escape("\udcff") == "\\xff"
