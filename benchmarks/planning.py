"""Whether plans get better from night to night: `python benchmarks/planning.py [--nights N]`

Ten nights over a scripted world of 60 directories, of which some take 3 turns and some 20, through
the whole core with a scripted model: once with memory, once without. Every directory changes every
night, so that all of them are investigated again. A turn is well placed when its directory needed
it: turns that are left over, or missing, are not.

Printed are the share of turns that were well placed each night, the turns that were borrowed, and
what memory cost and saved. Exit code 1 when less than 85% are well placed on night five.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from deep_and_shallow import World, well_placed
from thresholds import Threshold

from luminos_core.audit.run import run_audit
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.report.memory_line import memory_line
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import ScriptedModel
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

_LEAST = 0.85  # of the turns, from this night on:
_BY_NIGHT = 5
_CONCURRENCY = 4


class _PricedModel(ScriptedModel):
    name = "anthropic"  # whose prices count


@dataclass(frozen=True)
class Night:
    report: AuditReport
    well_placed: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--nights", type=int, default=10)
    parser.add_argument("--directories", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        world = World(Path(folder) / "world", options.directories, options.seed)
        with_memory = list(_nights(world, options.nights, Path(folder) / "with", memory=True))
        without = list(_nights(world, options.nights, Path(folder) / "without", memory=False))
    _print(with_memory, without)
    print(f"  memory, in the last night: {memory_line(with_memory[-1].report)}")
    judged = with_memory[min(_BY_NIGHT, len(with_memory)) - 1]
    threshold = Threshold("misplaced turns by night five", 1 - judged.well_placed, 1 - _LEAST)
    result = "passed" if threshold.passed else "MISSED"
    measured, limit = f"{threshold.measured:>8.1%}", f"{threshold.limit:>8.1%}"
    print(f"  {threshold.what}{measured}  limit {limit}  {result}")
    sys.exit(int(not threshold.passed))


def _nights(world: World, nights: int, store: Path, *, memory: bool) -> Iterator[Night]:
    results = MemoryResults()
    for number in range(1, nights + 1):
        tonight = replace(world, night=number)
        tonight.write()
        with runtime_over(
            world.root,
            model=_PricedModel(tonight.answer),
            results=results,
            store=store,
            run_id=f"night-{number}",
            settings={"memory": memory},
            concurrency=_CONCURRENCY,
            yes=True,
        ) as runtime:
            report = run_audit(runtime, ThreadExecutor(runtime, results))
        assert report.status == "complete", report.incomplete_because
        placed = well_placed(
            (each.turns_allocated, tonight.needed(each.path)) for each in _given(report)
        )
        yield Night(report, placed)


def _given(report: AuditReport) -> list[DirectoryOutcome]:
    return [each for each in report.directories if each.turns_allocated]


def _print(with_memory: list[Night], without: list[Night]) -> None:
    print(f"  {'night':<8}{'with memory':>12}{'without':>12}{'borrowed':>12}{'without':>12}")
    for number, (one, other) in enumerate(zip(with_memory, without, strict=True), start=1):
        borrowed = [
            sum(each.turns_borrowed for each in _given(night.report)) for night in (one, other)
        ]
        print(f"  {number:<8}{one.well_placed:>12.1%}{other.well_placed:>12.1%}"
              f"{borrowed[0]:>12,}{borrowed[1]:>12,}")  # fmt: skip


if __name__ == "__main__":
    main()
