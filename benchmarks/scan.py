"""Compare a scan with similar programs: `python benchmarks/scan.py FOLDER...`

For each folder: a table of CPU time (user and system), wall time and peak memory, medians of the
rounds, and our CPU and wall time over theirs; then the thresholds. tokei, scc, cloc and `du -s` are
taken from PATH; missing ones are listed. The C limit (limit.c) only walks, reads and counts
newlines. The programs take turns on two cores with a warm cache, every scan with a new store. cloc
runs once, and only on trees of up to 10,000 files, as it takes minutes. The memory of a small
program is at least that of this benchmark, from which it is forked. Nothing is downloaded, and
nothing is written into a folder. Exit code 3 when a threshold is missed.

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
from resource_usage import ResourceUsage, measure, median_usage
from thresholds import Threshold, memory_threshold, thresholds

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
        missed |= _print_thresholds(_million())
    if options.quiet_night:
        missed |= _print_thresholds(_quiet_night())
    if options.folders:
        missed |= _compare(options.folders, options.rounds, options.count)
    sys.exit(3 if missed else 0)


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
    """Print a table and the thresholds for each folder. Returns whether one was missed."""
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        limit = compile_limit(Path(folder))
        found, missing = peers()
        mine = [program for program in ours() if with_count or program.name != COUNT]
        for folder_named in folders:
            target = folder_named.resolve(strict=True)
            files = count_files(limit, target)
            usages = _rounds([*mine, *found, limit], target, files, rounds)
            print(f"{target.name}: {files:,} files, medians of {rounds}")
            _print_costs(usages)
            missed |= _print_thresholds(thresholds(usages, files))
    for sentence in missing:
        print(sentence)
    return missed


def _rounds(
    programs: list[Program], target: Path, files: int, rounds: int
) -> Mapping[str, ResourceUsage]:
    usages: defaultdict[str, list[ResourceUsage]] = defaultdict(list)
    for done in range(rounds):
        for program in programs:
            if is_worth_running(program, files, done):
                usages[program.name].append(program.run(target))
    return {name: median_usage(each) for name, each in usages.items()}


def _print_costs(usages: Mapping[str, ResourceUsage]) -> None:
    scan = usages[SCAN]
    print(f"  {'':<22}{'cpu':>9}{'wall':>9}{'memory':>11}{'our cpu /':>12}{'our wall /':>12}")
    for name, each in usages.items():
        ratios = f"{scan.cpu / each.cpu:>12.2f}{scan.wall / each.wall:>12.2f}"
        print(
            f"  {name:<22}{each.cpu:>7.3f} s{each.wall:>7.3f} s{each.memory / _MIB:>7.0f} MiB"
            + ("" if name == SCAN else ratios)
        )


def _print_thresholds(found: Iterable[Threshold]) -> bool:
    """Print each threshold. Returns whether one was missed."""
    missed = False
    for threshold in found:
        result = "passed" if threshold.passed else "MISSED"
        measured, limit = (
            f"{threshold.measured:,.2f}{threshold.unit}",
            f"{threshold.limit:,.2f}{threshold.unit}",
        )
        print(f"  {threshold.what:<28}{measured:>13}  limit {limit:>13}  {result}", flush=True)
        missed |= not threshold.passed
    print()
    return missed


def _million() -> Iterable[Threshold]:
    with tempfile.TemporaryDirectory() as folder:
        scan = _scans(Path(folder), _MILLION, times=1)[0]
    micro = 1_000_000 / _MILLION
    print(f"{_MILLION:,} files: {scan.cpu * micro:.0f} µs of CPU a file, {scan.wall:.1f} s")
    yield memory_threshold(scan, _MILLION)


def _quiet_night() -> Iterable[Threshold]:
    with tempfile.TemporaryDirectory() as folder:
        first, second = _scans(Path(folder), _NIGHT, times=2)
    print(f"{_NIGHT:,} files, nothing changed since the first scan, of {first.wall:.2f} s")
    yield Threshold("wall of the second scan", second.wall, 1, " s")


def _scans(folder: Path, files: int, times: int) -> list[ResourceUsage]:
    """`times` scans of one generated tree, with one store."""
    target, store = folder / "tree", folder / "store"
    _generate(target, files)
    command = (luminos(), "scan", str(target))
    return [measure(command, luminos_environment(store)) for _ in range(times)]


def _generate(root: Path, files: int) -> None:
    """Tiny files of Python, a thousand in a directory."""
    for first in range(0, files, _IN_A_DIRECTORY):
        directory = root / f"d{first // _IN_A_DIRECTORY:03}"
        directory.mkdir(parents=True)
        for index in range(first, first + _IN_A_DIRECTORY):
            (directory / f"f{index}.py").write_text(f"x = {index}\n")


if __name__ == "__main__":
    main()
