"""What the directory graph costs, apart from the model: `python benchmarks/graph.py`.

For trees of 100, 1,000 and 5,000 directories (name others as arguments), one table:

- cpu: milliseconds of the flow's process for each directory, with a model that answers at once;
- memory: KiB of its peak for each directory, same run;
- recorded: share of the task runs that the server has when the run is over;
- wall / bound: with a model that takes 0.2 s a call, the time from the first directory to the last
  over max(calls x 0.2 s / concurrency, the tree's height x 0.2 s), which nothing can beat.

Each figure is of a process of its own, against a server of its own, as in `luminos audit`.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from flows.local_run import finished_report, prefect_api
from flows.run_context import RunContext
from luminos_core.records.conversation import ModelRequest, ModelResponse
from luminos_core.records.event import DirectoryEnded, Event, PhaseStarted
from luminos_core.records.request import AuditRequest
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from tests.fakes.audit_script import submits
from tests.fakes.scripted_model import Answer, ScriptedModel
from tests.fakes.trees import make_tree, wide_tree

ROOT = Path(__file__).resolve().parent.parent
SIZES = (100, 1_000, 5_000)
CONCURRENCY = 8
CALL = 0.2  # seconds
FAN_OUT = 4
MODEL = "claude-sonnet-5-5"  # one with a price, as in a real audit


@dataclass(frozen=True)
class Measure:
    cpu: float  # seconds of the flow's process, from the first directory to the last
    wall: float  # seconds, same span
    memory: int  # KiB, peak after minus peak before
    recorded: float  # 0 to 1


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(asdict(_measured(int(sys.argv[2]), float(sys.argv[3])))))
        return
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    print(f"{'directories':>11} {'cpu':>9} {'memory':>9} {'recorded':>9} {'wall / bound':>13}")
    for size in sizes:
        idle, busy = _in_a_process(size, 0.0), _in_a_process(size, CALL)
        bound = CALL * max(size / CONCURRENCY, _height(size))
        print(
            f"{size:>11,} {1000 * idle.cpu / size:>6.2f} ms {idle.memory / size:>5.1f} KiB "
            f"{min(idle.recorded, busy.recorded):>9.1%} {busy.wall / bound:>13.2f}",
            flush=True,
        )


def _in_a_process(size: int, call: float) -> Measure:
    done = subprocess.run(
        [sys.executable, __file__, "--one", str(size), str(call)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return Measure(**json.loads(done.stdout.splitlines()[-1]))


def _measured(size: int, call: float) -> Measure:
    with tempfile.TemporaryDirectory() as folder:
        target = make_tree(Path(folder) / "tree", wide_tree(size, FAN_OUT))
        os.environ["LUMINOS_STORE"] = str(Path(folder) / "store")
        os.environ.pop("PREFECT_API_URL", None)
        return audited(target, PricedModel(_answers_after(call)))


class PricedModel(ScriptedModel):
    name = "anthropic"  # whose prices count


def _answers_after(seconds: float) -> Callable[[ModelRequest], Answer]:
    answers = submits()

    def answer(request: ModelRequest) -> Answer:
        time.sleep(seconds)
        response = answers(request)
        assert isinstance(response, ModelResponse)
        return response.model_copy(update={"model": MODEL})

    return answer


def audited(target: Path, model: ScriptedModel) -> Measure:
    settings = read_settings()
    store = Store(settings.store)
    stopwatch = Stopwatch()
    context = RunContext((stopwatch.observe,), settings)
    request = AuditRequest(target=str(target), concurrency=CONCURRENCY, yes=True)
    with prefect_api(settings, store, context):
        import flows.audit  # noqa: PLC0415 - Prefect is imported when its settings are in place

        flows.audit.build_model = lambda request, settings: model
        flows.audit.audit(request, return_state=True)
    assert finished_report(store, context).status == "complete"
    assert context.recorded is not None
    return Measure(
        cpu=stopwatch.cpu,
        wall=stopwatch.wall,
        memory=stopwatch.memory,
        recorded=context.recorded / context.submitted,
    )


class Stopwatch:
    """An observer: from the first directory's start to the last one's end."""

    def __init__(self) -> None:
        self._began: tuple[float, float, int] | None = None

    def observe(self, event: Event) -> None:
        match event:
            case PhaseStarted(phase="directories"):
                self._began = _reading()
            case DirectoryEnded() if self._began:
                now = _reading()
                self.cpu, self.wall = now[0] - self._began[0], now[1] - self._began[1]
                self.memory = now[2] - self._began[2]


def _reading() -> tuple[float, float, int]:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return time.process_time(), time.monotonic(), peak // (1024 if sys.platform == "darwin" else 1)


def _height(size: int) -> int:
    """Levels of the tree that `wide_tree` makes."""
    levels, held, width = 1, 1, 1
    while held < size:
        width *= FAN_OUT
        held += width
        levels += 1
    return levels


if __name__ == "__main__":
    main()
