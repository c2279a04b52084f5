import json
import os

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.text.filenames import decode_name, encode_name

NAMES = st.binary(min_size=1, max_size=40).filter(lambda raw: b"\0" not in raw).map(os.fsdecode)


@given(NAMES)
def test_every_name_is_encoded_reversibly(name: str) -> None:
    text = encode_name(name)
    assert text.encode("utf-8").decode("utf-8") == text
    assert json.loads(json.dumps(text)) == text
    assert decode_name(text) == name


@given(NAMES, NAMES)
def test_two_names_are_never_encoded_alike(one: str, other: str) -> None:
    assert (encode_name(one) == encode_name(other)) == (one == other)


@given(st.text(alphabet="\\x2eaf0.5c/", max_size=12))
def test_decoding_adds_no_dots_and_no_slashes(text: str) -> None:
    """Else a path that a model wrote could name the parent after it was checked."""
    decoded = decode_name(text)
    assert decoded.count(".") == text.count(".")
    assert decoded.count("/") == text.count("/")


def test_plain_names_are_unchanged() -> None:
    assert encode_name("src/main.py") == "src/main.py"
    assert encode_name("naïve café") == "naïve café"
    assert encode_name("a\\b") == "a\\\\b"
    assert encode_name("\udcff") == "\\xff"
