"""Cutting a sequence into batches of limited size."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_T = TypeVar("_T")


def batches(
    items: Iterable[_T], size_of: Callable[[_T], int], max_size: int, max_items: int = sys.maxsize
) -> Iterator[list[_T]]:
    """`items` in their order; one that is larger than `max_size` has a batch of its own."""
    batch: list[_T] = []
    total = 0
    for item in items:
        size = size_of(item)
        if batch and (len(batch) == max_items or total + size > max_size):
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += size
    if batch:
        yield batch
