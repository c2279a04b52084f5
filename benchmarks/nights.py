"""Whether each flag becomes what it should from night to night: `python benchmarks/nights.py
[FOLDER]`.

The nights are the releases of a project, which nights.toml names: each is unpacked in the place of
the one before and audited offline. nights.toml says, as it was found by reading what changed from
release to release, which flags are new, reopened or resolved, and which files moved; every other
flag must persist. Prints a line a night, every transition that is otherwise, and how many there
are. Exit code 3 when there is one.

FOLDER holds the source packages, and what is missing there is fetched into it by pip, which runs
the setup of a package to learn its name. Without it, that is a temporary folder.
"""

import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from luminos_core.audit.run import run_audit
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

HERE = Path(__file__).parent
STATES = ("new", "reopened", "newly checked", "resolved", "unknown")

Transitions = Counter[tuple[str, str]]  # of a flag, as `name` says it, to a state


def main() -> None:
    table = tomllib.loads((HERE / "nights.toml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if sys.argv[1:] else Path(temporary)
        wrong = sum(nights(table, folder, Path(temporary)))
    print(f"{len(table['night'])} nights, wrong transitions: {wrong}")
    sys.exit(3 if wrong else 0)


def nights(table: Mapping[str, Any], folder: Path, work: Path) -> Iterator[int]:
    """Of each night, the number of its transitions that are not as the table says."""
    target, results, expected = work / table["package"], MemoryResults(), Counter[str]()
    for night in table["night"]:
        unpack(source(folder, table["package"], night["version"]), target)
        started = time.process_time()
        report = audited(target, work / "store", results, night["version"])
        seconds = time.process_time() - started
        right, expected = transitions(night, expected)
        found = found_in(report)
        print(f"{night['version']:>10} {seconds:>5.1f} s  {line_of(found)}")
        wrong = [*_differences(found, right)]
        print("".join(f"{'':12}{each}\n" for each in wrong), end="")
        yield len(wrong)


def source(folder: Path, package: str, version: str) -> Path:
    file = folder / f"{package}-{version}.tar.gz"
    if not file.exists():
        command = ["pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        named = [*command, "--dest", str(folder), f"{package}=={version}"]
        subprocess.run(named, check=True)
    return file


def unpack(archive: Path, target: Path) -> None:
    """In the place of what is there."""
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder, tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
        (inner,) = Path(folder).iterdir()
        inner.rename(target)


def audited(target: Path, store: Path, results: MemoryResults, run_id: str) -> AuditReport:
    with runtime_over(target, results=results, store=store, run_id=run_id, tools="none") as runtime:
        return run_audit(runtime, ThreadExecutor(runtime, results))


def transitions(
    night: Mapping[str, Any], before: Mapping[str, int]
) -> tuple[Transitions, Counter[str]]:
    """What every flag becomes on a night, and the flags that are open after it. A flag that the
    first night has becomes nothing."""
    moved = {name: _moved(name, night.get("moved", {})) for name in before}
    left = Counter(before)
    right: Transitions = Counter()
    added: Counter[str] = Counter()
    for state in STATES:
        names = Counter(_named(night.get(state.replace(" ", "_"), ())))
        right.update({(name, state): count for name, count in names.items()})
        if state in ("resolved", "unknown"):
            left.subtract(names)
        else:
            added.update(names)
    persisting = Counter({moved[name]: count for name, count in left.items() if count > 0})
    right.update({(name, "persisting"): count for name, count in persisting.items()})
    first = Counter(_named(night.get("first", ())))
    right.update({(name, ""): count for name, count in first.items()})
    return right, persisting + first + added


def found_in(report: AuditReport) -> Transitions:
    gone = report.comparison.gone if report.comparison else ()
    every = (*report.flags, *gone)
    return Counter((name_of(each), each.state.value if each.state else "") for each in every)


def name_of(flag: Flag) -> str:
    """ "rule path symbol", as the table has it."""
    return " ".join(filter(None, (flag.rule, flag.path, flag.symbol)))


def line_of(found: Transitions) -> str:
    """ "2 new, 31 persisting"."""
    counts: Counter[str] = Counter()
    for (_, state), count in found.items():
        counts[state or "flags"] += count
    return ", ".join(f"{count} {state}" for state, count in sorted(counts.items()))


def _differences(found: Transitions, right: Transitions) -> Iterator[str]:
    for name, state in sorted(found.keys() | right.keys()):
        difference = found[name, state] - right[name, state]
        if difference:
            what = "not expected" if difference > 0 else "expected, and not found"
            yield f"{state or 'found'}, {what}: {name} ({abs(difference)})"


def _moved(name: str, moves: Mapping[str, str]) -> str:
    rule, path, *symbol = name.split(" ", 2)
    return " ".join((rule, moves.get(path, path), *symbol))


def _named(flags: Sequence[str]) -> list[str]:
    """A flag that is there several times is followed by " *3"."""
    counted = [each.rpartition(" *") if " *" in each else (each, "", "1") for each in flags]
    return [name for name, _, count in counted for _ in range(int(count))]


if __name__ == "__main__":
    main()
