"""Work in pieces that bound what is open, and what is in memory, at once."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")


def batches(
    items: Iterable[_T], size_of: Callable[[_T], int], most: int, largest: int
) -> Iterator[list[_T]]:
    """`items` in their order, at most `most` of them and `largest` bytes at a time; one that is
    larger by itself is alone."""
    batch: list[_T] = []
    size = 0
    for item in items:
        more = size_of(item)
        if batch and (len(batch) == most or size + more > largest):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += more
    if batch:
        yield batch
