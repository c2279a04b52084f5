"""Two audits with one store, over two targets with the same content: neither disturbs the other."""

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pytest

from luminos_core.audit.run import run_audit
from luminos_core.errors import SettingsError
from luminos_core.records.conversation import ModelRequest
from luminos_core.records.event import Event
from luminos_core.records.report import AuditReport
from tests.fakes.audit_script import directory_of, submits
from tests.fakes.audits import runtime_over
from tests.fakes.scripted_model import Answer, ScriptedModel, says
from tests.fakes.thread_executor import MemoryResults, ThreadExecutor

FILES = {"readme.txt": "A sample.\n", "src/a.py": "x = 1\n"}


class Moments(list[Event]):
    """A run's events and calls of the model, counted from 1; `reached` is called at each."""

    def __init__(self, reached: Callable[[int], None] = lambda moment: None) -> None:
        super().__init__()
        self._reached = reached
        self.count = 0

    def append(self, event: Event) -> None:
        super().append(event)
        self.pass_one()

    def pass_one(self) -> None:
        self.count += 1
        self._reached(self.count)


@dataclass
class Copies:
    """Targets of the same name and content, and the store that their runs share."""

    folder: Path
    bought: Counter[str] = field(default_factory=Counter)  # responses, by copy

    def audit(
        self,
        copy: str,
        moments: Moments | None = None,
        results: MemoryResults | None = None,
        dies_at: int = 0,
    ) -> AuditReport:
        """A run over a copy; its call number `dies_at` ends it."""
        target = self.folder / copy / "sample"
        for path, text in FILES.items():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            (target / path).write_text(text)
        results = results or MemoryResults()
        moments = Moments() if moments is None else moments
        calls = count(1)

        def answer(request: ModelRequest) -> Answer:
            if next(calls) == dies_at:
                raise SettingsError("the key is refused")
            self.bought[copy] += 1
            moments.pass_one()
            if directory_of(request) and len(request.messages) == 1:
                return says(("list_directory", {"path": "."}))
            return submits()(request)

        with runtime_over(
            target,
            model=ScriptedModel(answer),
            results=results,
            events=moments,
            store=self.folder / "store",
            run_id=f"run-{copy}",
            concurrency=1,
            yes=True,
        ) as runtime:
            return run_audit(runtime, ThreadExecutor(runtime, results))


@pytest.fixture
def copies(tmp_path: Path) -> Copies:
    return Copies(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, int]:
    """Of a run that is alone: how many moments it has, and how many responses it buys."""
    alone, moments = Copies(tmp_path_factory.mktemp("alone")), Moments()
    assert alone.audit("a", moments).status == "complete"
    return moments.count, alone.bought["a"]


@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shares_results", [False, True])
def test_a_run_goes_on_when_another_begins_and_ends_at_any_of_its_moments(
    copies: Copies, whole: tuple[int, int], shares_results: bool, every: int
) -> None:
    moments, _ = whole
    assert moments > 30
    for at in range(1 + (shares_results and every > 1), moments + 1, every):
        both = Copies(copies.folder / str(at))
        results = MemoryResults() if shares_results else None

        def other(moment: int, at=at, both=both, results=results) -> None:
            if moment == at:
                assert both.audit("b", results=results).status == "complete"

        assert both.audit("a", Moments(other), results).status == "complete"


class Turns:
    """Two threads of which one runs; at each moment a chance decides which goes on."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - no secret
        self._running = {"a", "b"}
        self._turn = "a"
        self._changed = threading.Condition()

    def moments(self, copy: str) -> Moments:
        def reached(moment: int) -> None:
            with self._changed:
                self._pass_on()
                self._changed.wait_for(lambda: self._turn == copy)

        return Moments(reached)

    def end(self, copy: str) -> None:
        with self._changed:
            self._running.discard(copy)
            self._pass_on()

    def _pass_on(self) -> None:
        self._turn = self._chance.choice(sorted(self._running) or ["none"])
        self._changed.notify_all()


@pytest.mark.parametrize("seed", range(20))
def test_two_runs_in_turns_end_as_if_alone(
    copies: Copies, whole: tuple[int, int], seed: int
) -> None:
    turns = Turns(seed)

    def run(copy: str) -> str:
        try:
            return copies.audit(copy, turns.moments(copy)).status
        finally:
            turns.end(copy)

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(run, "ab")) == ["complete", "complete"]
    assert copies.bought == {"a": whole[1], "b": whole[1]}


def test_a_run_that_died_is_continued_after_another_with_the_same_content(
    copies: Copies, whole: tuple[int, int]
) -> None:
    _, bought = whole
    for at in range(1, bought + 1):
        both, results = Copies(copies.folder / str(at)), MemoryResults()
        with pytest.raises(SettingsError, match="the key is refused"):
            both.audit("a", results=results, dies_at=at)
        assert both.audit("b").status == "complete"
        assert both.audit("a", results=results).status == "complete"
        assert both.bought["a"] == bought
