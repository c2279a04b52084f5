"""What a scan is allowed to cost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from measuring import Cost
from programs import COUNT, LIMIT, SCAN

_LARGE = 4_000  # files; from here on the ratios hold
_SMALL = 300  # files; up to here the interpreter's start is the floor
_MIB = 1 << 20


@dataclass(frozen=True)
class Bar:
    """A figure that must not be over its limit."""

    what: str
    measured: float
    limit: float
    unit: str = ""

    @property
    def holds(self) -> bool:
        return self.measured <= self.limit


def bars(costs: Mapping[str, Cost], files: int) -> Iterator[Bar]:
    """Those that a tree of so many files and the programs found can tell of."""
    scan = costs[SCAN]
    if files <= _SMALL:
        yield Bar("cpu", scan.cpu, 0.15, " s")
        yield Bar("wall", scan.wall, 0.15, " s")
    if files >= _LARGE:
        yield from _ratios(costs)
    yield memory_bar(scan, files)


def memory_bar(scan: Cost, files: int) -> Bar:
    """1 KiB a file and 60 MiB."""
    return Bar("memory", scan.memory / _MIB, files / 1024 + 60, " MiB")


def _ratios(costs: Mapping[str, Cost]) -> Iterator[Bar]:
    scan = costs[SCAN]
    yield Bar("cpu / C limit's", scan.cpu / costs[LIMIT].cpu, 8)
    if scc := costs.get("scc"):
        yield Bar("cpu / scc's", scan.cpu / scc.cpu, 0.6)
    if tokei := costs.get("tokei"):
        yield Bar("cpu / tokei's", scan.cpu / tokei.cpu, 0.6)
        yield Bar("wall / tokei's", scan.wall / tokei.wall, 1)
        if count := costs.get(COUNT):
            yield Bar("cpu with --count / tokei's", count.cpu / tokei.cpu, 1.6)
