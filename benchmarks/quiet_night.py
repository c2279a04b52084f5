"""What an audit of a large target takes, and a quiet night over it:
`python benchmarks/quiet_night.py [DIRECTORIES]` (5,000 by default, three files in each).

One table, of the process of the run alone (beside it work the local Prefect server and, at first,
one that parses): CPU seconds of a second scan, CPU seconds and peak memory of two audits without a
model, and of two with one that answers at once. The second audits find nothing changed. The bounds:

- peak / 300 MB: of each audit;
- (cpu - scan's) / 5 s: of each second audit.

Exit code 3 when a bound is missed.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from graph import FAN_OUT, ROOT, PricedModel
from programs import luminos, luminos_environment
from resource_usage import measure

from flows.local_run import finished_report, prefect_api
from flows.run_context import RunContext
from luminos_core.records.request import AuditRequest
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from tests.fakes.audit_script import submits
from tests.fakes.trees import make_tree, wide_tree

DIRECTORIES = 5_000
PEAK = 300.0  # MB
BEYOND_THE_SCAN = 5.0  # seconds of CPU
_UNIT = 1 if sys.platform == "darwin" else 1024  # bytes; of ru_maxrss


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        _run(sys.argv[2], Path(sys.argv[3]))
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(json.dumps([time.process_time(), used.ru_maxrss * _UNIT / 1e6]))
        return
    count = int(sys.argv[1]) if sys.argv[1:] else DIRECTORIES
    with tempfile.TemporaryDirectory() as folder:
        target = make_tree(Path(folder) / "tree", _files(count))
        print(f"{count:,} directories    cpu    peak  peak/{PEAK:.0f} MB  beyond the scan/5 s")
        scan = _scan(target)
        print(f"{'scan':<20} {scan:>7.1f} s")
        rows = [
            _row(model, night, _audit(model, target), scan)
            for model in ("static", "scripted")
            for night in ("first", "second")
        ]
    sys.exit(0 if all(rows) else 3)


def _row(model: str, night: str, measured: tuple[float, float], scan: float) -> bool:
    """Whether it is within the bounds."""
    cpu, peak = measured
    ratios = [peak / PEAK, (cpu - scan) / BEYOND_THE_SCAN if night == "second" else 0.0]
    beyond = f"{ratios[1]:>20.2f}" if night == "second" else ""
    print(f"{f'{model}, {night}':<20} {cpu:>7.1f} s {peak:>4.0f} MB {ratios[0]:>11.2f} {beyond}")
    return max(ratios) <= 1


def _scan(target: Path) -> float:
    """CPU seconds of one that finds the cache of another."""
    command, environment = (luminos(), "scan", str(target)), _environment(target, "scan")
    return [measure(command, environment).cpu for _ in range(2)][-1]


def _audit(model: str, target: Path) -> tuple[float, float]:
    """CPU seconds and peak memory in MB."""
    environment = _environment(target, model)
    done = subprocess.run(
        [sys.executable, __file__, "--one", model, str(target)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    cpu, peak = json.loads(done.stdout.splitlines()[-1])
    return cpu, peak


def _environment(target: Path, store: str) -> dict[str, str]:
    environment = {**luminos_environment(target.parent / store), "PYTHONPATH": str(ROOT)}
    environment.pop("PREFECT_API_URL", None)
    return environment


def _run(model: str, target: Path) -> None:
    settings = read_settings()
    store, context = Store(settings.store), RunContext((), settings)
    request = AuditRequest(target=str(target), yes=True, model="static")
    with prefect_api(settings, store, context):
        import flows.audit  # noqa: PLC0415 - Prefect is imported when its settings are in place

        if model == "scripted":
            answering = PricedModel(submits())
            flows.audit.build_model = lambda request, settings: answering
        flows.audit.audit(request, return_state=True)
        assert finished_report(store, context).status == "complete"


def _files(directories: int) -> dict[str, str]:
    """Modules of some definitions, as those of a real project."""
    return {
        path.replace("file", f"module_{number}"): _module(number, text)
        for path, text in wide_tree(directories, FAN_OUT).items()
        for number in range(3)
    }


def _module(number: int, text: str) -> str:
    functions = "".join(
        f'def step_{name}(value):\n    """Add {name} to a value, and say so."""\n'
        f"    return value + {name}\n\n\n"
        for name in range(4 * number + 2)
    )
    return (
        f'"""The part {number} of what is counted here."""\n\nimport json\n\n{text}\n\n{functions}'
    )


if __name__ == "__main__":
    main()
