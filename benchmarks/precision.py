"""What the flags of real projects are worth: a seeded sample to judge, and the judgements so far.

    python benchmarks/precision.py [FOLDER…] [--sample 60] [--seed 1] [--keep DIR]

Without folders, fetches the projects of real_projects.toml from PyPI, by npm and by apt-get,
without running anything of theirs. Audits each offline, by our own checks alone, and prints a
sample of the flags above info that has the same share of every project. The verdict on each goes
into judgements.toml under the fingerprint that is printed with it; what is judged there is counted,
of the sample, over all flags and by rule.
"""

import argparse
import random
import shutil
import subprocess
import tarfile
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import re2

from luminos_core.audit.run import run_audit
from luminos_core.records.flag import Flag, Severity
from tests.fakes.audits import runtime_over
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

HERE = Path(__file__).parent
VERDICTS = ("useful", "noise", "false")
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
INDEX = "https://pypi.org/simple"
MIRROR = "http://deb.debian.org/debian bookworm"


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
    sample = sample_of(flags, options.sample, random.Random(options.seed))  # noqa: S311
    print_sample(sample, judged)
    print_judged("the sample", [flag for _, flag in sample], judged)
    print_judged(
        f"{len(flags)} projects", [flag for found in flags.values() for flag in found], judged
    )


def fetched(folder: Path) -> Iterator[Path]:
    """The unpacked source package of each project."""
    table = tomllib.loads((HERE / "real_projects.toml").read_text("utf-8"))
    for name, version in table["sdist"].items():
        project = folder / f"{name}-{version}"
        if not project.exists():
            _extract(_source_distribution(folder, name, version), project)
        yield project
    for name, version in table["npm"].items():
        project = folder / f"{name.replace('/', '-').lstrip('@')}-{version}"
        if not project.exists():
            pack = ["npm", "pack", "--silent", f"{name}@{version}"]
            file = subprocess.run(
                pack, cwd=folder, check=True, capture_output=True, text=True
            ).stdout
            _extract(folder / file.split()[-1], project)
        yield project
    for name, version in table["debian"].items():
        project = folder / f"{name}-{version}"
        if not project.exists():
            _extract(_debian_source(folder, name, version), project)
        yield project


def _extract(file: Path, project: Path) -> None:
    """What is in an archive, without the one folder that most have around it."""
    with tarfile.open(file) as archive, tempfile.TemporaryDirectory(dir=project.parent) as place:
        archive.extractall(place, filter="data")
        found = list(Path(place).iterdir())
        whole = found[0] if len(found) == 1 and found[0].is_dir() else Path(place)
        shutil.copytree(whole, project, symlinks=True)


def _source_distribution(folder: Path, name: str, version: str) -> Path:
    """By the index alone: pip would run the project's setup to know what it needs."""
    with urlopen(f"{INDEX}/{name}/") as page:  # noqa: S310 - the index's own address
        links = re2.findall(r'href="([^"#]+)', page.read().decode())
    wanted = re2.compile(rf"[\w.-]+-{re2.escape(version)}\.tar\.gz")
    (link,) = (each for each in links if wanted.fullmatch(each.rpartition("/")[2]))
    place = folder / link.rpartition("/")[2]
    with urlopen(urljoin(f"{INDEX}/{name}/", link)) as archive:  # noqa: S310
        place.write_bytes(archive.read())
    return place


def _debian_source(folder: Path, name: str, version: str) -> Path:
    """The upstream archive of a source package, by lists of our own: the machine's need not name
    sources."""
    place = folder / "apt"
    for part in ("lists/partial", "cache/archives/partial"):
        (place / part).mkdir(parents=True, exist_ok=True)
    (place / "sources.list").write_text(f"deb-src [signed-by={KEYS}] {MIRROR} main\n")
    settings = {
        "Dir::Etc::sourcelist": place / "sources.list",
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": place / "lists",
        "Dir::Cache": place / "cache",
    }
    apt = ["apt-get", "-qq", *(f"-o{key}={value}" for key, value in settings.items())]
    if not any(place.glob("lists/*Sources*")):
        subprocess.run([*apt, "update"], check=True)
    fetch = [*apt, "source", "--download-only", f"{name}={version}"]
    subprocess.run(fetch, cwd=place, check=True)
    (archive,) = place.glob(f"{name}_*.orig.tar.*z*")
    return archive


def flags_of(folder: Path) -> list[Flag]:
    """The first place of each flag above info, of an offline audit."""
    results = MemoryResults()
    with runtime_over(folder, results=results, settings={"tools": "none"}) as runtime:
        report = run_audit(runtime, ThreadExecutor(runtime, results))
    first: dict[tuple[str, ...], Flag] = {}
    for flag in report.flags:
        if flag.severity is not Severity.INFO:
            first.setdefault(flag.group, flag)
    return list(first.values())


def sample_of(
    flags: dict[str, list[Flag]], count: int, chance: random.Random
) -> list[tuple[str, Flag]]:
    """With the name of its project; as many of each project, as long as it has more."""
    queues = {name: chance.sample(found, len(found)) for name, found in flags.items()}
    sample: list[tuple[str, Flag]] = []
    while len(sample) < count and any(queues.values()):
        sample += [(name, queue.pop()) for name, queue in queues.items() if queue]
    return sample[:count]


def print_sample(sample: list[tuple[str, Flag]], judged: dict[str, str]) -> None:
    for name, flag in sample:
        print(f"{name} {flag.location} {flag.severity.value} {flag.rule}: {flag.finding}")
        print(f"    {flag.quotation!r}")
        print(f"    {flag.fingerprint} {judged.get(flag.fingerprint, 'not judged')}")


def print_judged(title: str, flags: list[Flag], judged: dict[str, str]) -> None:
    by_rule: dict[str, Counter[str]] = {}
    for flag in flags:
        if verdict := judged.get(flag.fingerprint):
            by_rule.setdefault(flag.rule, Counter())[verdict.partition(":")[0]] += 1
    known = sum((counts for counts in by_rule.values()), Counter[str]())
    print(f"\n{title}: {len(flags)} flags above info, {known.total()} judged", end="")
    print("".join(f", {known[each]} {each}" for each in VERDICTS))
    for rule, counts in sorted(by_rule.items()):
        print(f"{rule:32}" + "".join(f"{counts[each]:8} {each}" for each in VERDICTS))


if __name__ == "__main__":
    main()
