"""Thresholds: what a scan may cost."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from programs import COUNT, LIMIT, SCAN
from resource_usage import ResourceUsage

_LARGE = 4_000  # files; the ratios apply from here on
_SMALL = 300  # files; up to here the start of the interpreter dominates
_MIB = 1 << 20


@dataclass(frozen=True)
class Threshold:
    """A measured value and its limit."""

    what: str
    measured: float
    limit: float
    unit: str = ""

    @property
    def passed(self) -> bool:
        return self.measured <= self.limit


def thresholds(costs: Mapping[str, ResourceUsage], files: int) -> Iterator[Threshold]:
    """Those that apply to a tree of so many files, and to the programs that were found."""
    scan = costs[SCAN]
    if files <= _SMALL:
        yield Threshold("cpu", scan.cpu, 0.15, " s")
        yield Threshold("wall", scan.wall, 0.15, " s")
    if files >= _LARGE:
        yield from _ratios(costs)
    yield memory_threshold(scan, files)


def memory_threshold(scan: ResourceUsage, files: int) -> Threshold:
    """1 KiB a file and 60 MiB."""
    return Threshold("memory", scan.memory / _MIB, files / 1024 + 60, " MiB")


def _ratios(costs: Mapping[str, ResourceUsage]) -> Iterator[Threshold]:
    scan = costs[SCAN]
    yield Threshold("cpu / C limit's", scan.cpu / costs[LIMIT].cpu, 8)
    if scc := costs.get("scc"):
        yield Threshold("cpu / scc's", scan.cpu / scc.cpu, 0.6)
    if tokei := costs.get("tokei"):
        yield Threshold("cpu / tokei's", scan.cpu / tokei.cpu, 0.6)
        yield Threshold("wall / tokei's", scan.wall / tokei.wall, 1)
        if count := costs.get(COUNT):
            yield Threshold("cpu with --count / tokei's", count.cpu / tokei.cpu, 1.6)
