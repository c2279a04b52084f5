"""What a scan costs beside its peers: `python benchmarks/scan.py FOLDER...`

For each folder one table: CPU (user and system), wall and peak memory, medians of the rounds, and
our CPU and wall over theirs; below it the bars. tokei, scc, cloc and `du -s` are taken from PATH,
and named when they are missing; the C limit (limit.c) only walks, reads and counts newlines. The
programs take turns on two cores with a warm cache, every scan with a fresh store. cloc runs once,
and not on trees of over 10,000 files, where it takes minutes. The memory of small programs is told
no lower than the bench's own, which they are forked from. Nothing is fetched, and nothing is
written into a folder. Exit code 1 when a bar is missed.

`--million` scans a generated tree of a million tiny files, `--quiet-night` one of 20,000 files
twice with one store.
"""

import argparse
import os
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from bars import Bar, bars, memory_bar
from measuring import Cost, cost, middle
from programs import (
    COUNT,
    SCAN,
    Program,
    compile_limit,
    count_files,
    is_worth_running,
    luminos,
    luminos_environment,
    ours,
    peers,
)

_MIB = 1 << 20
_CORES = 2
_MILLION = 1_000_000
_NIGHT = 20_000  # files
_IN_A_DIRECTORY = 1_000


def main() -> None:
    options = _options()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:_CORES])
    missed = False
    if options.million:
        missed |= _tell(_million())
    if options.quiet_night:
        missed |= _tell(_quiet_night())
    if options.folders:
        missed |= _compare(options.folders, options.rounds, options.count)
    sys.exit(int(missed))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", metavar="FOLDER", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each program (5)")
    parser.add_argument("--no-count", dest="count", action="store_false", help="no scan --count")
    parser.add_argument("--million", action="store_true", help="scan a million tiny files")
    parser.add_argument("--quiet-night", action="store_true", help="scan 20,000 files twice")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if not (options.folders or options.million or options.quiet_night):
        parser.error("name a folder, --million or --quiet-night")
    return options


def _compare(folders: Iterable[Path], rounds: int, with_count: bool) -> bool:
    """Print a table and the bars for each folder; whether a bar was missed."""
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        limit = compile_limit(Path(folder))
        found, missing = peers()
        mine = [program for program in ours() if with_count or program.name != COUNT]
        for folder_named in folders:
            target = folder_named.resolve(strict=True)
            files = count_files(limit, target)
            costs = _rounds([*mine, *found, limit], target, files, rounds)
            print(f"{target.name}: {files:,} files, medians of {rounds}")
            _print_costs(costs)
            missed |= _tell(bars(costs, files))
    for sentence in missing:
        print(sentence)
    return missed


def _rounds(programs: list[Program], target: Path, files: int, rounds: int) -> Mapping[str, Cost]:
    costs: defaultdict[str, list[Cost]] = defaultdict(list)
    for done in range(rounds):
        for program in programs:
            if is_worth_running(program, files, done):
                costs[program.name].append(program.run(target))
    return {name: middle(each) for name, each in costs.items()}


def _print_costs(costs: Mapping[str, Cost]) -> None:
    scan = costs[SCAN]
    print(f"  {'':<22}{'cpu':>9}{'wall':>9}{'memory':>11}{'our cpu /':>12}{'our wall /':>12}")
    for name, each in costs.items():
        ratios = f"{scan.cpu / each.cpu:>12.2f}{scan.wall / each.wall:>12.2f}"
        print(
            f"  {name:<22}{each.cpu:>7.3f} s{each.wall:>7.3f} s{each.memory / _MIB:>7.0f} MiB"
            + ("" if name == SCAN else ratios)
        )


def _tell(found: Iterable[Bar]) -> bool:
    """Print each bar; whether one was missed."""
    missed = False
    for bar in found:
        verdict = "holds" if bar.holds else "MISSED"
        measured, limit = f"{bar.measured:,.2f}{bar.unit}", f"{bar.limit:,.2f}{bar.unit}"
        print(f"  {bar.what:<28}{measured:>13}  bar {limit:>13}  {verdict}", flush=True)
        missed |= not bar.holds
    print()
    return missed


def _million() -> Iterable[Bar]:
    with tempfile.TemporaryDirectory() as folder:
        scan = _scans(Path(folder), _MILLION, times=1)[0]
    micro = 1_000_000 / _MILLION
    print(f"{_MILLION:,} files: {scan.cpu * micro:.0f} µs of CPU a file, {scan.wall:.1f} s")
    yield memory_bar(scan, _MILLION)


def _quiet_night() -> Iterable[Bar]:
    with tempfile.TemporaryDirectory() as folder:
        first, second = _scans(Path(folder), _NIGHT, times=2)
    print(f"{_NIGHT:,} files, nothing changed since the first scan, of {first.wall:.2f} s")
    yield Bar("wall of the second scan", second.wall, 1, " s")


def _scans(folder: Path, files: int, times: int) -> list[Cost]:
    """So many scans of one generated tree, with one store."""
    target, store = folder / "tree", folder / "store"
    _generate(target, files)
    command = (luminos(), "scan", str(target))
    return [cost(command, luminos_environment(store)) for _ in range(times)]


def _generate(root: Path, files: int) -> None:
    """Tiny files of Python, a thousand in a directory."""
    for first in range(0, files, _IN_A_DIRECTORY):
        directory = root / f"d{first // _IN_A_DIRECTORY:03}"
        directory.mkdir(parents=True)
        for index in range(first, first + _IN_A_DIRECTORY):
            (directory / f"f{index}.py").write_text(f"x = {index}\n")


if __name__ == "__main__":
    main()
