"""The last runs as bars: what was open, what came and went, how much was read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from luminos_core.records.trend import TrendPoint

_HEIGHT = 92.0  # percent of a picture, of the tallest bar
_FLOOR = 98.0  # percent from the top
_THIN = 1.2  # percent: what there is any of is seen
_FEWEST = 15  # bars for which there is room: the first runs are at the right
_SHARE = 0.8  # of a bar in its room

_Row = Mapping[str, float | None]  # by tone; None: it is not known


@dataclass(frozen=True, slots=True)
class Bar:
    """In percent of the picture."""

    tone: str
    x: float
    width: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Series:
    title: str
    last: str  # of the last run
    most: str
    bars: tuple[Bar, ...]


def trend_series(points: Sequence[TrendPoint]) -> tuple[Series, ...]:
    """() when there is no run before this one."""
    if len(points) < 2:
        return ()
    columns = (
        ("Critical and concerns", [{"critical": p.critical, "concern": p.concern} for p in points]),
        ("Notes", [{"info": p.info} for p in points]),
        ("New", [{"new": p.new} for p in points]),
        ("Resolved", [{"good": p.resolved} for p in points]),
    )
    counted = (_series(title, rows, max(map(_sum, rows)), _number) for title, rows in columns)
    read = [{"read": p.read_share} for p in points]
    return (*counted, _series("Read", read, 1.0, _percent))


def _series(title: str, rows: Sequence[_Row], most: float, text: Callable[[float], str]) -> Series:
    last = [value for value in rows[-1].values() if value is not None]
    bars = tuple(_bars(rows, most or 1))
    return Series(title, text(sum(last)) if last else "—", text(most), bars)


def _bars(rows: Sequence[_Row], most: float) -> Iterator[Bar]:
    step = 100 / max(len(rows), _FEWEST)
    for place, row in enumerate(rows):
        floor = _FLOOR
        for tone, value in row.items():
            if not value:
                continue
            height = max(_HEIGHT * value / most, _THIN)
            floor -= height
            yield Bar(
                tone=tone,
                x=round(100 - (len(rows) - place) * step, 2),
                width=round(step * _SHARE, 2),
                y=round(floor, 2),
                height=round(height, 2),
            )


def _sum(row: _Row) -> float:
    return sum(value or 0 for value in row.values())


def _number(value: float) -> str:
    return f"{int(value):,}"


def _percent(value: float) -> str:
    return f"{int(value * 100)}%"
