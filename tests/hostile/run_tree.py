"""One tree, scanned and audited by real processes, and everything that is not as it must be."""

import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.opened import forbidden
from tests.hostile.processes import Process, luminos
from tests.hostile.target_state import Entry, changes, state_of
from tests.hostile.tree import CANARY, HostileTree, Place
from tests.hostile.verdict import canaries, process_problems, report_of, report_problems


@dataclass(frozen=True)
class Found:
    """What a tree's scan and audit were, and what was wrong with them."""

    tree: HostileTree
    scan: Process
    audit: Process
    state: str  # of the audit's report; without one, what the audit said
    problems: tuple[str, ...]


def run_tree(tree: HostileTree, folder: Path, environment: Mapping[str, str]) -> Found:
    """Make the tree in `folder`, which is new, scan it, audit it, and remove it.
    `environment` is added to the commands' own."""
    place = Place(folder / "target", folder / "outside")
    for made in (place.target, place.outside):
        made.mkdir(parents=True)
    (place.outside / "secret.txt").write_text(f"{CANARY}\n")
    try:
        tree.make(place)
        return _observed(tree, place, environment)
    finally:
        # shutil.rmtree fails at deep directories.
        subprocess.run(["/bin/rm", "-rf", "--", str(folder)], check=True)


def _observed(tree: HostileTree, place: Place, environment: Mapping[str, str]) -> Found:
    inside, outside = state_of(place.target), state_of(place.outside)
    target = str(place.target)
    with tree.moved(place):
        scan = luminos(tree, place, environment, "scan", target)
        audit = luminos(tree, place, environment, "audit", target, "--model", "static", "--json")
    report = report_of(audit)
    problems = [*process_problems("scan", scan, tree.outcome)]
    problems += process_problems("audit", audit, tree.outcome)
    if report:
        problems += report_problems(report, tree.outcome, audit.code)
    elif audit.code in (0, 2) and not audit.stderr:
        problems.append("neither a report nor a reason")
    problems += canaries(place.target.parent, (scan, audit))
    problems += _touched("outside", outside, place.outside)
    if not tree.moving:
        problems += _touched("in the target", inside, place.target)
    problems += _opened(place, tree)
    state = report.status if report else "no report"
    return Found(tree, scan, audit, state, tuple(dict.fromkeys(problems)))


def _touched(where: str, before: dict[bytes, Entry], root: Path) -> list[str]:
    return [f"changed {where}: {path}" for path in changes(before, state_of(root))[:3]]


def _opened(place: Place, tree: HostileTree) -> Iterator[str]:
    allowed = {f"opened {place.outside / path}" for path in tree.outcome.may_open}
    for log in place.target.parent.glob("*.strace"):
        found = forbidden(log, place.target, place.outside)
        yield from (problem for problem in found if problem not in allowed)
