"""The trend of a target: a small signed file in its folder, which stays when its runs are pruned.

A line for each run, the oldest first. A line that this version cannot read is left out, and the
others are kept.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from luminos_core.records.trend import TrendPoint
from luminos_core.store.layout import TREND, Store

_MOST = 2_000  # runs of a target: a night each for more than five years


def load_trend(store: Store, target: Path) -> tuple[TrendPoint, ...]:
    """Of the directory at `target`, the latest run last; () when there is none, or it was not
    written by Luminos."""
    content = store.signed_target(target).load(TREND) or b""
    return tuple(_points(content.splitlines()))


def store_point(store: Store, target: Path, point: TrendPoint) -> None:
    """Add a run, or put it in the place of an earlier attempt at it. StoreError when it cannot be
    written."""
    points = with_point(load_trend(store, target), point)[-_MOST:]
    lines = (each.model_dump_json() for each in points)
    store.signed_target(target).write(TREND, "\n".join(lines).encode())


def with_point(points: Sequence[TrendPoint], point: TrendPoint) -> tuple[TrendPoint, ...]:
    """`points` with `point` as the last, without an earlier attempt at its run."""
    return (*(each for each in points if each.run_id != point.run_id), point)


def _points(lines: Sequence[bytes]) -> Iterator[TrendPoint]:
    for line in lines:
        try:
            yield TrendPoint.model_validate_json(line, extra="ignore")
        except ValueError:  # pydantic's ValidationError is one
            continue
