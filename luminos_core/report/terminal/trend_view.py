"""The trend of a target as lines of small bars, a column a run."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from luminos_core.records.trend import TrendPoint
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole
from luminos_core.text import formats

_BARS, _ASCII_BARS = "▁▂▃▄▅▆▇█", "_-~=+*#@"
_MIDDLE = 3  # the bar of what never changes
_GAP, _ASCII_GAP = "·", "."
_EMPTY: Cell = ("", "")
_JUSTIFY: tuple[Justify, ...] = ("left", "left", "right", "left", "right", "left")


@dataclass(frozen=True)
class _Measure:
    name: str
    value: Callable[[TrendPoint], float | None]
    shown: Callable[[float], str] = "{:,.0f}".format


_MEASURES = (
    _Measure("critical flags", lambda point: point.critical),
    _Measure("concerns", lambda point: point.concern),
    _Measure("info", lambda point: point.info),
    _Measure("new", lambda point: point.new),
    _Measure("resolved", lambda point: point.resolved),
    _Measure("read", lambda point: point.read_share, formats.share),
    _Measure("directories", lambda point: point.directories),
    _Measure("files", lambda point: point.files),
    _Measure("lines of source", lambda point: point.lines),
    _Measure("cost", lambda point: point.usd, formats.money),
    _Measure("duration", lambda point: point.seconds, formats.duration),
)


def trend_view(points: Sequence[TrendPoint], console: PlainConsole) -> Iterator[str]:
    """A row for each measure: its bars, from the least to the most that it was, and its first and
    last number. `points` has one at least, the latest last."""
    rows = [_row(measure, points, console) for measure in _MEASURES]
    if any(point.status == "incomplete" for point in points):
        gap = _ASCII_GAP if console.ascii_only else _GAP
        marks = "".join("x" if point.status == "incomplete" else gap for point in points)
        rows.append([("incomplete", "concern"), (marks, "concern"), *[_EMPTY] * 4])
    return console.table(rows, _JUSTIFY)


def sparkline(values: Sequence[float | None], *, ascii_only: bool = False) -> str:
    """A bar for each value, from the lowest for the least to the highest for the most; a dot for
    what is unknown."""
    bars, gap = (_ASCII_BARS, _ASCII_GAP) if ascii_only else (_BARS, _GAP)
    known = [value for value in values if value is not None]
    least, most = min(known, default=0), max(known, default=0)
    if least == most:
        return "".join(gap if value is None else bars[_MIDDLE] for value in values)
    step = (most - least) / (len(bars) - 1)
    return "".join(
        gap if value is None else bars[round((value - least) / step)] for value in values
    )


def _row(measure: _Measure, points: Sequence[TrendPoint], console: PlainConsole) -> list[Cell]:
    values = [measure.value(point) for point in points]
    known = [value for value in values if value is not None]
    if not known:
        return [(measure.name, ""), ("", ""), ("unknown", "muted"), *[_EMPTY] * 3]
    first, last = measure.shown(known[0]), measure.shown(known[-1])
    arrow = "->" if console.ascii_only else "→"
    change: list[Cell] = [_EMPTY] * 2
    if first != last:
        change = [(arrow, "muted"), (last, "bold")]
    bars = sparkline(values, ascii_only=console.ascii_only)
    least, most = measure.shown(min(known)), measure.shown(max(known))
    between = f"{least} to {most}" if {least, most} != {first, last} else ""
    return [(measure.name, ""), (bars, "bar"), (first, ""), *change, (between, "muted")]
