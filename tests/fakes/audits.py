"""Audits without Prefect: a runtime over a folder, and random trees to run its graph on."""

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from luminos_core.agents.passes.definition import AnyPass
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.audit.last_run import LastRun
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Confirm, Runtime, build_runtime
from luminos_core.cache.directory_key import tree_keys
from luminos_core.llm.model import Model
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork
from luminos_core.records.event import Event
from luminos_core.records.key_context import KeyContext
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory
from luminos_core.records.request import AuditRequest, AuditRun
from luminos_core.records.settings import Settings
from luminos_core.records.snapshot import DirectoryRecord
from tests.fakes.core_passes import CORE_PASSES
from tests.fakes.thread_executor import MemoryResults
from tests.luminos_core.report.report_runs import snapshot

PLANNED: dict[str, Any] = {"survey_min_files": 0}  # trees of tests are small
CONTEXT = KeyContext(prompt="", tools="", model="")


@st.composite
def trees(draw: st.DrawFn, most: int = 20) -> list[DirectoryRecord]:
    """A random tree of at most so many directories, deepest first, the root last."""
    paths = ["."]
    for number in range(draw(st.integers(0, most - 1))):
        parent = draw(st.sampled_from(paths))
        paths.append(f"d{number}" if parent == "." else f"{parent}/d{number}")
    children = {path: tuple(p for p in paths if parent_of(p) == path) for path in paths}
    deepest_first = sorted(paths, key=lambda path: -depth_of(path))
    return [DirectoryRecord(path=path, children=children[path]) for path in deepest_first]


@st.composite
def plans(draw: st.DrawFn, paths: list[str]) -> Plan:
    some = st.lists(st.sampled_from(paths), max_size=5)
    return Plan(
        priority_dirs=tuple(
            PriorityDirectory(path=path, reason="", suggested_turns=15) for path in draw(some)
        ),
        shallow_dirs=tuple(PlannedDirectory(path=path, reason="") for path in draw(some)),
        skip_dirs=tuple(PlannedDirectory(path=path, reason="") for path in draw(some)),
        investigation_order=draw(st.sampled_from(Order)),
    )


def parent_of(path: str) -> str:
    return "" if path == "." else path.rpartition("/")[0] or "."


def depth_of(path: str) -> int:
    return 0 if path == "." else path.count("/") + 1


def run_plan_of(
    tree: list[DirectoryRecord],
    plan: Plan | None = None,
    *,
    can_be_revised: bool = False,
    **asked: Any,
) -> RunPlan:
    """The plan of a run over `tree`; `asked` are fields of its request."""
    found = snapshot(*(each for each in tree if each.path != "."))
    found = replace(found, directories=tuple(tree))
    schedule = apply_plan(found.directories, plan or Plan(), found.target)
    skipped = {skip.path for skip in schedule.skipped}
    return RunPlan(
        request=AuditRequest(target="/t", **asked),
        snapshot=found,
        schedule=schedule,
        key_context=CONTEXT,
        keys=tree_keys(found.directories, skipped, CONTEXT),
        survey=None,
        plan=plan or Plan(),
        can_be_revised=can_be_revised,
        flags={},
        hints={},
        last_run=LastRun(),
    )


Answer = Callable[[AnyPass, Any], Any]


@dataclass
class ScriptedInvestigator:
    """`answer` gives the result of each piece of work, or raises. It remembers what ran when."""

    answer: Answer
    started: list[str] = field(default_factory=list)  # directories, and "(pass)" for other passes
    ended: list[str] = field(default_factory=list)
    most_at_once: int = 0
    check: Callable[[str, Any], None] = lambda name, briefing: None  # at the start of each
    _lock: threading.Lock = field(default_factory=threading.Lock)

    uses_model = True

    def can_run(self, step: AnyPass) -> bool:
        return True

    def start(self, step: AnyPass, briefing: Record, *, last_attempt: bool) -> "_Scripted":
        return _Scripted(self, step, briefing)

    def run(self, step: AnyPass, briefing: Record) -> Any:
        name = f"({step.name})"
        if isinstance(briefing, DirectoryWork):
            name = briefing.directory.path
        with self._lock:
            self.check(name, briefing)
            self.started.append(name)
            self.most_at_once = max(self.most_at_once, len(self.started) - len(self.ended))
        try:
            return self.answer(step, briefing)
        finally:
            with self._lock:
                self.ended.append(name)


@dataclass(frozen=True)
class _Scripted:
    investigator: ScriptedInvestigator
    step: AnyPass
    briefing: Record

    def run(self) -> Any:
        return self.investigator.run(self.step, self.briefing)


def done(work: DirectoryWork, **fields: Any) -> DirectoryReport:
    """A report of work that went well."""
    known = {"state": DirectoryState.INVESTIGATED, "turns_allocated": work.assignment.turns}
    return DirectoryReport.model_validate(
        {"path": work.directory.path, "tier": work.assignment.tier, **known, **fields}
    )


@contextmanager
def runtime_over(
    target: Path,
    *,
    model: Model | None = None,
    results: MemoryResults | None = None,
    passes: tuple[AnyPass, ...] = CORE_PASSES,
    events: list[Event] | None = None,
    confirm: Confirm | None = None,
    store: Path | None = None,
    run_id: str = "run-1",
    settings: Mapping[str, Any] | None = None,
    **asked: Any,
) -> Iterator[Runtime]:
    """The runtime of an audit of `target`, which is never a simple one unless `asked` or `settings`
    say so; these are fields of its request and of the settings."""
    with tempfile.TemporaryDirectory() as folder:
        run = AuditRun(
            run_id=run_id,
            request=AuditRequest(target=str(target), **asked),
            target=str(target),
            started_at="2026-01-01T00:00:00+00:00",
        )
        runtime = build_runtime(
            run,
            Settings(store=store or Path(folder), **{**PLANNED, **(settings or {})}),
            results or MemoryResults(),
            model,
            passes=passes,
            observers=() if events is None else (events.append,),
            confirm=confirm,
        )
        try:
            yield runtime
        finally:
            runtime.folder.close()
