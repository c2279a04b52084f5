"""What a quiet audit costs beside its scan: `python benchmarks/quiet.py [FOLDER] [--rounds N]`.

One table for a folder (this project if none is named), medians of the rounds: CPU time (user and
system, of all processes) and wall time of

- the first audit with a new store, offline, which also makes the local Prefect server's database;
- an audit after which nothing has changed, with its local Prefect server;
- a scan of the same folder with the same store.

The last line is the quiet audit's CPU time over the scan's: what is above 1 is nearly all Prefect,
in the audit's own process and in its server's.
"""

import argparse
import tempfile
from pathlib import Path

from programs import luminos, luminos_environment
from resource_usage import ResourceUsage, measure, median_usage

ROOT = Path(__file__).resolve().parent.parent
FIRST, QUIET, SCAN = "first audit", "quiet audit", "scan"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", metavar="FOLDER", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--rounds", type=int, default=5, help="runs of each (5)")
    options = parser.parse_args()
    costs = _costs(options.folder.resolve(strict=True), options.rounds)
    for name, each in costs.items():
        print(f"{name:<12}{each.cpu:>7.2f} s of CPU{each.wall:>9.2f} s")
    print(f"{QUIET} / {SCAN}: {costs[QUIET].cpu / costs[SCAN].cpu:.1f}")


def _costs(target: Path, rounds: int) -> dict[str, ResourceUsage]:
    audit = (luminos(), "audit", "--model", "static", str(target))
    scan = (luminos(), "scan", str(target))
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(luminos_environment(Path(folder) / "store"))
        environment.pop("PREFECT_API_URL", None)
        costs = {FIRST: measure(audit, environment)}
        measure(audit, environment)  # the pages of the stored results are in memory
        for name, command in ((QUIET, audit), (SCAN, scan)):
            costs[name] = median_usage([measure(command, environment) for _ in range(rounds)])
    return costs


if __name__ == "__main__":
    main()
