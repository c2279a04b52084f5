import itertools

from hypothesis import given
from hypothesis import strategies as st

from luminos_core.scan.batches import batches


@given(
    sizes=st.lists(st.integers(0, 50), max_size=40),
    most=st.integers(1, 6),
    largest=st.integers(1, 60),
)
def test_batches_keep_all_in_order_within_both_bounds(
    sizes: list[int], most: int, largest: int
) -> None:
    found = list(batches(sizes, int, largest, most))
    assert [size for batch in found for size in batch] == sizes
    for batch in found:
        assert 1 <= len(batch) <= most
        assert sum(batch) <= largest or len(batch) == 1
    for batch, after in itertools.pairwise(found):  # none ends before it must
        assert len(batch) == most or sum(batch) + after[0] > largest
