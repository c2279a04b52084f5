"""Directories that are investigated once more, with questions. What came of one before stays unless
its agent submits again; then that is stored in its place, under the same key."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from luminos_core.agents.planning.schedule import DEFAULT_TURNS
from luminos_core.audit.directory_step import directory_step
from luminos_core.audit.directory_work import Progress, directory_work
from luminos_core.audit.executor import Executor, StepEnd, Ticket
from luminos_core.audit.ready_queue import ReadyQueue
from luminos_core.audit.results import report_key
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import PassStep
from luminos_core.errors import SettingsError, StoreError
from luminos_core.llm.ladder import own_model
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.event import DirectoryEnded, PhaseStarted
from luminos_core.records.question import Question
from luminos_core.text import formats
from luminos_core.text.tree_paths import parent_of

_CHANGE = "asked again by the completion council"


@dataclass(frozen=True)
class Refinement:
    """Belongs to the run's thread."""

    plan: RunPlan
    progress: Progress
    runtime: Runtime
    executor: Executor

    def run(self, asked: Mapping[str, tuple[Question, ...]], after: Collection[Ticket]) -> None:
        """Ask these directories, children first, as far as they may be asked and there is money."""
        paths = {path for path in asked if self._may_be_asked(path)}
        if not paths:
            return
        text = f"asking {formats.pluralize(len(paths), 'directory')} again"
        self.runtime.observe(PhaseStarted(phase="directories", text=text, total=len(paths)))
        ready = self._queue(paths)
        in_flight: dict[Ticket, str] = {}
        while ready or in_flight:
            while ready and len(in_flight) < self.plan.request.concurrency:
                path = ready.pop().path
                if self._has_room():
                    step = self._step(path, asked[path])
                    in_flight[self.executor.submit(step, after)] = path
                else:
                    ready.done(path)
            if in_flight:
                end = self.executor.wait()
                path = in_flight.pop(end.ticket)
                self._end(path, end)
                ready.done(path)

    def _may_be_asked(self, path: str) -> bool:
        """Not what another model's result is kept for."""
        own = self.runtime.model_of(self.runtime.pass_named("directory")).label
        model = own_model(self.progress.keys[path].model)
        return path in self.plan.assignments and model == own

    def _has_room(self) -> bool:
        return not self.runtime.starts_nothing and self.runtime.budget.exhausted is None

    def _queue(self, paths: Collection[str]) -> ReadyQueue:
        """A parent that is asked waits for the directories right below it."""
        children: dict[str, tuple[str, ...]] = {
            path: tuple(each for each in paths if each != path and parent_of(each) == path)
            for path in paths
        }
        return ReadyQueue([self.plan.assignments[path] for path in sorted(paths)], children, {})

    def _step(self, path: str, questions: Iterable[Question]) -> PassStep:
        work = directory_work(self.plan, self.progress, path)
        turns = max(work.assignment.turns, DEFAULT_TURNS)
        asked: Mapping[str, object] = {
            "key": self.progress.keys[path],
            "assignment": work.assignment.model_copy(update={"turns": turns}),
            "questions": (*work.questions, *questions),
            "refines": self.progress.reports[path],
            "change": _CHANGE,
        }
        step = directory_step(work.model_copy(update=asked), self.runtime)
        briefing = step.briefing.model_copy(update={"earlier": None})  # it is in what it refines
        title = f"{path}, asked again"
        return replace(step, briefing=briefing, title=title, force_refresh=True)

    def _end(self, path: str, end: StepEnd) -> None:
        """Take the report of an agent that came to an end."""
        if isinstance(end.error, SettingsError):
            self.runtime.stop.set()
            raise end.error
        if isinstance(end.error, StoreError):
            self.runtime.store_failed(end.error)
        report: DirectoryReport | None = end.value if end.error is None else None
        if report is None or not report.state.is_complete:
            self._tell(self.progress.reports[path])
        else:
            self._take(report)

    def _take(self, report: DirectoryReport) -> None:
        self.progress.reports[report.path] = report
        self.progress.changes[report.path] = _CHANGE
        self.runtime.is_kept(report_key(self.progress.keys[report.path]))
        self.runtime.folder.add_flags(report.flags)
        self._tell(report)

    def _tell(self, report: DirectoryReport) -> None:
        self.runtime.observe(
            DirectoryEnded(
                directory=report.path,
                state=report.state,
                reason=report.reason,
                turns_used=report.turns_used,
            )
        )
