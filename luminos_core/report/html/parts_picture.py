"""Packages and services as boxes, with an arrow to each part that one needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from luminos_core.records.project import Part
from luminos_core.report.html.layers import layered, without_cycles, without_detours
from luminos_core.report.html.rows import HEIGHT, Rows, placed
from luminos_core.text.tree_paths import ROOT

_MOST = 80  # boxes: a picture of more says nothing; the table has all
_EDGE = 6  # pixels; the same for those below
_ROW_GAP = 58
_TIP = 7
_CROWDED = 1.5  # arrows for each box


@dataclass(frozen=True, slots=True)
class Box:
    part: Part
    number: int  # names the box to the script, whatever its path is
    x: int
    y: int

    @property
    def where(self) -> str:
        """Its path; of the whole, what it is."""
        return self.part.kind or "the whole" if self.part.path == ROOT else self.part.path

    @property
    def starts(self) -> str:
        """The first of its entry points; "" without one."""
        return self.part.entry_points[0].name if self.part.entry_points else ""


@dataclass(frozen=True, slots=True)
class Arrow:
    source: Box
    target: Box
    path: str  # of SVG


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    box_width: int
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    left_out: int  # parts
    only_direct: bool  # arrows to what is reached through another arrow are left out


def parts_picture(parts: Sequence[Part], across: int, box_width: int) -> Picture:
    """With at most `across` boxes beside each other."""
    shown = _most_connected(parts)
    graph = _graph(shown)
    only_direct = sum(map(len, graph.values())) > _CROWDED * len(graph) + 4
    drawn = without_detours(without_cycles(graph)) if only_direct else graph
    rows = placed(_rows(drawn, across), drawn, box_width)
    boxes = _boxes(shown, rows)
    arrows = tuple(
        Arrow(boxes[source], boxes[target], _path(source, target, rows))
        for source, targets in drawn.items()
        for target in targets
    )
    return Picture(
        width=rows.width + 2 * _EDGE,
        height=_top(len(rows.rows)) - _ROW_GAP + _EDGE,
        box_width=box_width,
        boxes=tuple(boxes.values()),
        arrows=arrows,
        left_out=len(parts) - len(shown),
        only_direct=only_direct,
    )


def _most_connected(parts: Sequence[Part]) -> list[Part]:
    """In their order, each path once."""
    by_path = {part.path: part for part in parts}
    if len(by_path) <= _MOST:
        return list(by_path.values())
    links = {part.path: len(part.needs) + 3 * bool(part.entry_points) for part in parts}
    for part in parts:
        for need in part.needs:
            if need in links:
                links[need] += 1
    kept = set(sorted(links, key=lambda path: (-links[path], path))[:_MOST])
    return [part for path, part in by_path.items() if path in kept]


def _graph(parts: Sequence[Part]) -> dict[str, tuple[str, ...]]:
    known = {part.path for part in parts}
    return {
        part.path: tuple(
            dict.fromkeys(need for need in part.needs if need in known and need != part.path)
        )
        for part in parts
    }


def _rows(graph: Mapping[str, Sequence[str]], across: int) -> list[list[str]]:
    """Those without an arrow are below the others."""
    needed = {target for targets in graph.values() for target in targets}
    alone = {path for path, targets in graph.items() if not targets and path not in needed}
    joined = {path: targets for path, targets in graph.items() if path not in alone}
    layers = (*layered(joined), tuple(path for path in graph if path in alone))
    return [
        list(layer[start : start + across])
        for layer in layers
        for start in range(0, len(layer), across)
    ]


def _boxes(parts: Sequence[Part], rows: Rows) -> dict[str, Box]:
    return {
        part.path: Box(part, number, rows.x[part.path] + _EDGE, _top(rows.row_of[part.path]))
        for number, part in enumerate(parts)
    }


def _top(row: int) -> int:
    return _EDGE + row * (HEIGHT + _ROW_GAP)


def _path(source: str, target: str, rows: Rows) -> str:
    """Down through the lanes between boxes; else, where it leads up, from side to side."""
    if rows.row_of[target] > rows.row_of[source]:
        return "".join(_down(source, target, rows))
    x1, x2 = rows.x[source] + _EDGE, rows.x[target] + _EDGE
    y1, y2 = (_top(rows.row_of[path]) + HEIGHT // 2 for path in (source, target))
    is_right = x2 >= x1
    start, end = (
        x1 + (rows.box_width if is_right else 0),
        x2 + (-_TIP if is_right else rows.box_width + _TIP),
    )
    bend = 30 if is_right else -30
    return f"M{start} {y1}C{start + bend} {y1} {end - bend} {y2} {end} {y2}"


def _down(source: str, target: str, rows: Rows) -> Iterator[str]:
    x, y = _middle(source, rows), _top(rows.row_of[source]) + HEIGHT
    yield f"M{x} {y}"
    for row in range(rows.row_of[source] + 1, rows.row_of[target]):
        lane, top = rows.x[rows.lane(target, row)] + _EDGE, _top(row)
        yield f"{_curve(x, y, lane, top)}V{top + HEIGHT}"
        x, y = lane, top + HEIGHT
    yield _curve(x, y, _middle(target, rows), _top(rows.row_of[target]) - _TIP)


def _curve(x1: int, y1: int, x2: int, y2: int) -> str:
    bend = (y2 - y1) * 3 // 5
    return f"C{x1} {y1 + bend} {x2} {y2 - bend} {x2} {y2}"


def _middle(path: str, rows: Rows) -> int:
    return rows.x[path] + rows.box_width // 2 + _EDGE
