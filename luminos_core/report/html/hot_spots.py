"""Churn against size: a dot for each file that git's history knows."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from luminos_core.records.flag import Flag, Severity
from luminos_core.records.project import MappedFile
from luminos_core.records.report import AuditReport
from luminos_core.records.snapshot import Category

_DOTS = 400  # the hottest: more would hide each other
_LABELS = 10
_LEFT, _WIDTH, _TOP, _HEIGHT = 8.0, 90.0, 5.0, 81.0  # of the plot in its picture, in percent
_APART = 7.0  # percent between labels that are one above the other


@dataclass(frozen=True, slots=True)
class Dot:
    path: str
    commits: int
    lines: int
    x: float  # percent of the picture; the same for y
    y: float
    tone: str  # the worst severity of its flags, or ""
    label: str  # "" for most
    is_left: bool  # of the dot, the label


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Scatter:
    dots: tuple[Dot, ...]  # the hottest last, so that they lie on top
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    left_out: int


def scatter(report: AuditReport) -> Scatter:
    """Commits times lines, the most first, as far as there is room."""
    changed = {file.path: file for file in report.files if file.commits and file.lines}
    known = [changed[path] for path in _source(report) if path in changed] if changed else []
    hottest = sorted(known, key=lambda f: (-f.commits * (f.lines or 0), f.path))[:_DOTS]
    if not hottest:
        return Scatter((), (), (), 0)
    across = _Axis.of([file.commits for file in hottest])
    up = _Axis.of([file.lines or 1 for file in hottest])
    dots = _labelled(hottest, across, up, worst_by_path(report.flags))
    return Scatter(
        dots=tuple(reversed(dots)),
        across=tuple(Tick(_x(at, across), _short(at)) for at in across.ticks),
        up=tuple(Tick(_y(at, up), _short(at)) for at in up.ticks),
        left_out=len(known) - len(hottest),
    )


def _source(report: AuditReport) -> Iterator[str]:
    """The files of source: what changes a changelog often says nothing of defects."""
    for outcome in report.directories:
        for entry in outcome.files:
            if entry.category is Category.SOURCE:
                yield entry.relative_path


def worst_by_path(flags: Iterable[Flag]) -> dict[str, Severity]:
    """`flags` as a report has them, the worst first."""
    worst: dict[str, Severity] = {}
    for flag in flags:
        worst.setdefault(flag.path, flag.severity)
    return worst


@dataclass(frozen=True, slots=True)
class _Axis:
    """A scale by powers."""

    least: int
    most: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Self:
        """From a power of ten to 1, 2 or 5 times one."""
        power = 10 ** int(math.log10(max(values)))
        most = next(step * power for step in (1, 2, 5, 10) if step * power >= max(values))
        return cls(10 ** int(math.log10(min(values))), max(most, 2))

    def share(self, value: int) -> float:
        least, most = math.log(self.least), math.log(max(self.most, 2 * self.least))
        return (math.log(value) - least) / (most - least)

    @property
    def ticks(self) -> list[int]:
        """Powers of ten, and steps between them where there are few."""
        steps = (1, 2, 5) if self.most <= 200 * self.least else (1,)
        ticks = [step * 10**power for power in range(10) for step in steps]
        return [tick for tick in ticks if self.least <= tick <= self.most]


def _labelled(
    files: Sequence[MappedFile], across: _Axis, up: _Axis, worst: Mapping[str, Severity]
) -> list[Dot]:
    """The hottest have their names, where these do not cover one another."""
    taken: list[float] = []
    dots = []
    for file in files:
        lines = file.lines or 1
        x, y = _x(file.commits, across), _y(lines, up)
        free = len(taken) < _LABELS and all(abs(y - other) >= _APART for other in taken)
        if free:
            taken.append(y)
        name = file.path.rpartition("/")[2] if free else ""
        dots.append(
            Dot(file.path, file.commits, lines, x, y, worst.get(file.path, ""), name, x > 50)
        )
    return dots


def _x(commits: int, axis: _Axis) -> float:
    return round(_LEFT + _WIDTH * axis.share(commits), 2)


def _y(lines: int, axis: _Axis) -> float:
    return round(_TOP + _HEIGHT * (1 - axis.share(lines)), 2)


def _short(number: int) -> str:
    """ "500", "20k"."""
    return f"{number:,}" if number < 1_000 else f"{number // 1_000:,}k"
