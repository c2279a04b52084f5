"""The directory graph: at most `concurrency` directories at once, children always first.

A directory is submitted when its children have ended, so no thread waits for another.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from luminos_core.agents.passes.plan_revision import PLAN_REVISION, revised, revision_reason
from luminos_core.audit.directory_step import DirectoryStep, directory_step, next_tier
from luminos_core.audit.directory_work import Progress, directory_work
from luminos_core.audit.executor import Executor, StepEnd, Ticket, value_or_halt
from luminos_core.audit.plan_check import PlanCheck
from luminos_core.audit.ready_queue import ReadyQueue
from luminos_core.audit.results import as_cached, report_key
from luminos_core.audit.run_plan import RunPlan, report_unmatched, store_plan, with_plan
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import (
    LoadSubtreeStep,
    PassStep,
    Step,
    note_made,
    pass_step,
)
from luminos_core.audit.unchanged_subtrees import LARGE_TARGET, unchanged_subtrees, waits_for
from luminos_core.audit.unreadable import as_unreadable, unreadable_reports
from luminos_core.errors import SettingsError, StoreError
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.event import DirectoryEnded, PhaseStarted
from luminos_core.text import formats
from luminos_core.text.tree_paths import parent_of

_REVISION = ""  # the plan's revision among the paths in flight; no path is empty


class DirectoryGraph:
    """One run over the directories of a plan."""

    def __init__(
        self,
        plan: RunPlan,
        runtime: Runtime,
        executor: Executor,
        after: Collection[Ticket],
        work: Mapping[str, float],
    ) -> None:
        """The leaves wait for the steps in `after`. `work` is how long each directory takes."""
        self._plan = plan
        self._work = work
        self._runtime = runtime
        self._executor = executor
        self._after = after
        cached = self._cached()
        is_large = len(plan.assignments) > LARGE_TARGET
        self._subtrees = unchanged_subtrees(plan.directories, cached) if is_large else {}
        self._children = waits_for(plan, self._subtrees)
        self._check = PlanCheck(plan, cached)
        self._revision: PassStep | None = None  # while it runs
        self._running: dict[str, DirectoryStep] = {}
        self._ended: set[str] = set()  # directories that were not deferred
        self._progress = Progress(reports=unreadable_reports(plan.directories.values()))

    @property
    def made(self) -> tuple[RunPlan, Progress]:
        """The plan, as it may have been revised, and what there is by now."""
        return self._plan, self._progress

    def run(self) -> tuple[RunPlan, Progress]:
        """Investigate every directory, or those that can be before a halt; when called again, those
        that were deferred. What the cap had no room for is tried again as long as that helps. The
        plan that is returned may have been revised."""
        for ready in self._rounds():
            in_flight: dict[Ticket, str] = {}
            while in_flight or ready:
                while ready and self._has_room(in_flight):
                    path = ready.pop().path
                    if self._may_start(path):
                        step = self._step(path)
                        ticket = self._executor.submit(step, self._dependencies(path))
                        in_flight[self._started(path, step, ticket)] = path
                if in_flight:
                    self._end(in_flight, ready)
        return self.made

    def _rounds(self) -> Iterator[ReadyQueue]:
        """The directories to start, until a round ends none of them or nothing may start."""
        ended = -1
        while ended < len(self._ended) and (left := self._left()):
            ended = len(self._ended)
            self._runtime.budget.forget_refusals()
            self._announce()
            yield ReadyQueue([self._plan.assignments[path] for path in left], left, self._work)
            if self._runtime.starts_nothing:
                return

    def _left(self) -> dict[str, tuple[str, ...]]:
        """The directories to start, each with those that it waits for. One whose parent has done
        without it is for the next run."""
        return {
            path: tuple(child for child in children if child not in self._ended)
            for path, children in self._children.items()
            if not self._ended.intersection((path, parent_of(path)))
        }

    def _announce(self) -> None:
        count = len(self._plan.assignments) - len(self._ended)
        text = f"investigating {formats.pluralize(count, 'directory')}"
        self._runtime.observe(PhaseStarted(phase="directories", text=text, total=count))

    def _has_room(self, in_flight: Collection[Ticket]) -> bool:
        """While the plan is revised nothing starts, and what runs goes on."""
        return len(in_flight) < self._plan.request.concurrency and self._revision is None

    def _may_start(self, path: str) -> bool:
        """After a halt, only what is cached and so costs nothing; after a stop, nothing. What waits
        for a directory that the cap deferred would have to be bought again."""
        if not (self._runtime.starts_nothing or self._waits_for_money(path)):
            return True
        return not self._runtime.stop.is_set() and self._is_cached(path)

    def _waits_for_money(self, path: str) -> bool:
        reports = (self._progress.reports.get(child) for child in self._children[path])
        deferred = any(each and each.state is DirectoryState.DEFERRED for each in reports)
        return deferred and self._runtime.budget.exhausted is not None

    def _is_cached(self, path: str) -> bool:
        if path in self._subtrees:
            return True
        key = report_key(directory_work(self._plan, self._progress, path).key)
        return not self._is_forced(path, key) and self._runtime.results.has(key)

    def _is_forced(self, path: str, key: str) -> bool:
        return self._runtime.forces(key, self._plan.request.refreshes_directory(path))

    def _step(self, path: str) -> Step:
        if path in self._subtrees:
            keys = tuple(self._plan.keys[inner] for inner in self._subtrees[path])
            self._progress.keys.update({key.path: key for key in keys})
            count = formats.pluralize(len(keys), "directory")
            return LoadSubtreeStep(f"{path}, {count} unchanged", keys)
        work = directory_work(self._plan, self._progress, path)
        self._progress.changes[path] = work.change
        return directory_step(work, self._runtime, escalates=True)

    def _started(self, path: str, step: Step, ticket: Ticket) -> Ticket:
        if isinstance(step, DirectoryStep):
            self._running[path] = step
            self._progress.keys[path] = step.briefing.key
        self._progress.tickets[path] = ticket
        return ticket

    def _dependencies(self, path: str) -> Collection[Ticket]:
        if path in self._subtrees:
            return self._after
        return [self._progress.tickets[child] for child in self._children[path]] or self._after

    def _end(self, in_flight: dict[Ticket, str], ready: ReadyQueue) -> None:
        """Wait for one step, take its result, and start a revision of the plan if it is time."""
        end = self._executor.wait()
        path = in_flight.pop(end.ticket)
        if path == _REVISION:
            self._end_revision(end, ready)
            return
        for report in self._reports(path, end):
            further = next_tier(self._running.get(path), end, report, self._runtime)
            if isinstance(further, DirectoryStep):
                ticket = self._executor.submit(further, [end.ticket])
                in_flight[self._started(path, further, ticket)] = path
                return
            self._add(further)
        ready.done(path)
        if self._runtime.halt is None:
            self._start_revision(in_flight)

    def _reports(self, path: str, end: StepEnd) -> tuple[DirectoryReport, ...]:
        if path in self._subtrees:
            loaded: tuple[DirectoryReport, ...] = end.result()
            return loaded
        if isinstance(end.error, SettingsError):
            self._runtime.stop.set()  # every other directory would meet it too
            raise end.error
        if isinstance(end.error, StoreError):
            self._runtime.store_failed(end.error)
        if end.error is not None:
            reason = f"{type(end.error).__name__}: {end.error}"
            return (self._running[path].failed(reason, self._runtime),)
        report: DirectoryReport = end.value
        if end.is_cached:
            self._progress.changes.pop(path, None)
            return (as_cached(report),)
        if report.state.is_settled and not report.is_due:
            self._note_made(path)
        return (report,)

    def _note_made(self, path: str) -> None:
        key = report_key(self._progress.keys[path])
        if not self._runtime.is_kept(key):
            return
        self._runtime.made_again(key)
        if self._runtime.agents:
            self._runtime.agents.transcripts.delete(key)

    def _add(self, report: DirectoryReport) -> None:
        self._running.pop(report.path, None)
        self._check.add(report)
        report = as_unreadable(report, self._plan.directories[report.path])
        self._progress.reports[report.path] = report
        if report.state is not DirectoryState.DEFERRED:
            self._ended.add(report.path)
        self._runtime.folder.add_flags(report.flags)
        self._runtime.observe(
            DirectoryEnded(
                directory=report.path,
                state=report.state,
                reason=report.reason,
                turns_used=report.turns_used,
            )
        )

    def _start_revision(self, in_flight: dict[Ticket, str]) -> None:
        """Directories that start later wait for it."""
        briefing = self._check.judge(self._progress.tickets)
        if briefing is None:
            return
        self._revision = pass_step(PLAN_REVISION, briefing, self._runtime)
        judged = [self._progress.tickets[path] for path in self._check.paths]
        ticket = self._executor.submit(self._revision, judged)
        in_flight[ticket] = _REVISION
        self._after = [ticket]

    def _end_revision(self, end: StepEnd, ready: ReadyQueue) -> None:
        step, self._revision = self._revision, None
        assert step is not None  # noqa: S101 - it was started
        briefing: Any = step.briefing
        result, gap = value_or_halt(end, self._runtime)
        note_made(self._runtime, step, end.is_cached, result)
        result = result or PLAN_REVISION.fallback(briefing, gap)
        self._progress.revision_gap = result.gap
        if result.listed is not None:
            self._progress.revision = revision_reason(briefing)
            not_started = {directory.path for directory in briefing.directories}
            snapshot = self._plan.snapshot
            about = (snapshot.directories, snapshot.target)
            merged = revised(self._plan.plan, result.listed, not_started, *about)
            report_unmatched(self._runtime, merged.ignored)
            self._plan = with_plan(self._plan, merged)
            store_plan(self._runtime, snapshot, self._plan.plan)
            ready.reassign(self._plan.schedule.assignments)
        self._runtime.observe(PhaseStarted(phase="directories", text="going on with directories"))

    def _cached(self) -> frozenset[str]:
        """The directories whose results are stored, if all below them end complete."""
        keys = {path: report_key(self._plan.keys[path]) for path in self._plan.assignments}
        return frozenset(
            path
            for path, key in keys.items()
            if not self._is_forced(path, key) and self._runtime.results.has(key)
        )
