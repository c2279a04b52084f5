import pytest
from blake3 import blake3
from hypothesis import given
from hypothesis import strategies as st

from luminos_core.digest import digest_bytes, digest_json, digest_record
from luminos_core.records.directory import FileIngredient

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def test_bytes_are_digested_by_blake3() -> None:
    assert digest_bytes(b"abc") == blake3(b"abc").hexdigest()
    assert digest_bytes(b"") == "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"


@given(st.dictionaries(st.text(max_size=4), JSON, max_size=5))
def test_the_order_of_keys_does_not_matter(value: dict) -> None:
    assert digest_json(value) == digest_json(dict(reversed(value.items())))


@pytest.mark.parametrize(
    ("one", "other"),
    [(["a", "b"], ["b", "a"]), ("1", 1), (None, ""), ({"a": 1}, {"b": 1}), (0, False)],
)
def test_different_values_have_different_digests(one: object, other: object) -> None:
    assert digest_json(one) != digest_json(other)


def test_nan_is_rejected() -> None:
    with pytest.raises(ValueError, match="JSON"):
        digest_json(float("nan"))


def test_every_field_of_a_record_counts() -> None:
    base = FileIngredient(name="a", kind="file", digest="0")
    changes = [{"name": "b"}, {"kind": "fifo"}, {"digest": "1"}]
    digests = {digest_record(base.model_copy(update=change)) for change in [{}, *changes]}
    assert len(digests) == 4
    assert digest_record(FileIngredient(name="a", kind="file", digest="0")) in digests
