"""What the flags of real projects are worth: a seeded sample to judge, and the judgements so far.

    python benchmarks/precision.py [FOLDER…] [--sample 60] [--seed 1] [--keep DIR]

Without folders, fetches the projects of real_projects.toml by pip and npm, without running anything
of theirs. Audits each offline and prints a sample of the flags above info that has the same share
of every project. The verdict on each goes into judgements.toml under the fingerprint that is
printed with it; what is judged there is counted, over all flags and by rule.
"""

import argparse
import random
import subprocess
import tarfile
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from luminos_core.audit.run import run_audit
from luminos_core.records.flag import Flag, Severity
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

HERE = Path(__file__).parent
VERDICTS = ("useful", "noise", "false")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--sample", type=int, default=60, help="flags to print (60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where fetched projects are kept")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folders = options.folders or list(fetched(options.keep or Path(temporary)))
        flags = {folder.name: flags_of(folder) for folder in folders}
    judged = tomllib.loads((HERE / "judgements.toml").read_text("utf-8"))["judgements"]
    print_sample(flags, judged, options.sample, random.Random(options.seed))  # noqa: S311
    print_judged(flags, judged)


def fetched(folder: Path) -> Iterator[Path]:
    """The unpacked source package of each project."""
    table = tomllib.loads((HERE / "real_projects.toml").read_text("utf-8"))
    for name, version in table["pip"].items():
        project = folder / f"{name}-{version}"
        if not project.exists():
            wheel = _download(folder, name, version)
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(project)  # noqa: S202
        yield project
    for name, version in table["npm"].items():
        project = folder / f"{name.replace('/', '-').lstrip('@')}-{version}"
        if not project.exists():
            pack = ["npm", "pack", "--silent", f"{name}@{version}"]
            file = subprocess.run(
                pack, cwd=folder, check=True, capture_output=True, text=True
            ).stdout
            with tarfile.open(folder / file.split()[-1]) as archive:
                archive.extractall(project, filter="data")
        yield project


def _download(folder: Path, name: str, version: str) -> Path:
    place = folder / "wheels" / f"{name}-{version}"
    command = ["pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    subprocess.run([*command, "--dest", str(place), f"{name}=={version}"], check=True)
    (wheel,) = place.glob("*.whl")
    return wheel


def flags_of(folder: Path) -> list[Flag]:
    """The first place of each flag above info, of an offline audit."""
    results = MemoryResults()
    with runtime_over(folder, results=results) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    first: dict[tuple[str, ...], Flag] = {}
    for flag in report.flags:
        if flag.severity is not Severity.INFO:
            first.setdefault(flag.group, flag)
    return list(first.values())


def print_sample(
    flags: dict[str, list[Flag]], judged: dict[str, str], count: int, chance: random.Random
) -> None:
    queues = {name: chance.sample(found, len(found)) for name, found in flags.items()}
    shown = 0
    while shown < count and any(queues.values()):
        for name, queue in queues.items():
            if queue and shown < count:
                flag, shown = queue.pop(), shown + 1
                verdict = judged.get(flag.fingerprint, "not judged")
                print(f"{name} {flag.location} {flag.severity.value} {flag.rule}: {flag.finding}")
                print(f"    {flag.quotation!r}\n    {flag.fingerprint} {verdict}")


def print_judged(flags: dict[str, list[Flag]], judged: dict[str, str]) -> None:
    total = sum(map(len, flags.values()))
    known = [flag for found in flags.values() for flag in found if flag.fingerprint in judged]
    print(f"\n{total} flags above info in {len(flags)} projects, {len(known)} judged")
    by_rule: dict[str, Counter[str]] = {}
    for flag in known:
        by_rule.setdefault(flag.rule, Counter())[judged[flag.fingerprint]] += 1
    for rule, counts in sorted(by_rule.items()):
        print(f"{rule:32}" + "".join(f"{counts[each]:8} {each}" for each in VERDICTS))


if __name__ == "__main__":
    main()
