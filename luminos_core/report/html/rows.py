"""Boxes in rows, and lanes between them for arrows that pass by, so that no arrow crosses a box."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

HEIGHT = 62  # pixels, of a box
_GAP = 16
_LANE = 0  # its width is in the gaps beside it
_SWEEPS = 8


@dataclass(slots=True)
class Rows:
    """A row holds the names of boxes and of lanes, from left to right."""

    rows: list[list[str]]
    row_of: dict[str, int]  # of boxes
    box_width: int  # pixels
    x: dict[str, int] = field(default_factory=dict)  # of the left edge
    width: int = 0

    def lane(self, target: str, row: int) -> str:
        """Arrows to one box share their lane. No path of a tree has a NUL."""
        return f"{target}\0{row}"


def placed(
    boxes: Sequence[Sequence[str]], graph: Mapping[str, Sequence[str]], box_width: int
) -> Rows:
    """`boxes`: by row. Each box and lane is as near to its neighbours as its row lets it."""
    rows = Rows(
        [list(row) for row in boxes],
        {box: number for number, row in enumerate(boxes) for box in row},
        box_width,
    )
    below, above = _neighbours(rows, graph)
    _pack(rows)
    for sweep in range(_SWEEPS):
        is_upward = sweep % 2 == 1
        beside = below if is_upward else above
        for row in rows.rows[::-1] if is_upward else rows.rows:
            at = {name: _wanted(name, beside[name], rows) for name in row}
            row.sort(key=at.__getitem__)
            _pack(rows)
    return rows


def _neighbours(
    rows: Rows, graph: Mapping[str, Sequence[str]]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Of each box and lane: those below, those above. Adds the lanes to their rows."""
    below: dict[str, list[str]] = defaultdict(list)
    above: dict[str, list[str]] = defaultdict(list)
    for source, targets in graph.items():
        for target in targets:
            here = source
            for row in range(rows.row_of[source] + 1, rows.row_of[target]):
                lane = rows.lane(target, row)
                if lane not in rows.rows[row]:
                    rows.rows[row].append(lane)
                below[here].append(lane)
                above[lane].append(here)
                here = lane
            if rows.row_of[target] > rows.row_of[source]:
                below[here].append(target)
                above[target].append(here)
    return below, above


def _pack(rows: Rows) -> None:
    """Each row in the middle of the widest."""
    widths = [sum(_width(name, rows) + _GAP for name in row) - _GAP for row in rows.rows]
    rows.width = max(widths, default=0)
    for row, width in zip(rows.rows, widths, strict=True):
        x = (rows.width - width) // 2
        for name in row:
            rows.x[name] = x
            x += _width(name, rows) + _GAP


def _wanted(name: str, beside: Sequence[str], rows: Rows) -> float:
    found = [_middle(each, rows) for each in beside]
    return sum(found) / len(found) if found else _middle(name, rows)


def _middle(name: str, rows: Rows) -> float:
    return rows.x[name] + _width(name, rows) / 2


def _width(name: str, rows: Rows) -> int:
    return rows.box_width if name in rows.row_of else _LANE
