"""The directory graph: at most `concurrency` directories at once, children always first.

A directory's task is submitted when its children have ended, so no thread waits for another.
"""

from collections.abc import Collection, Mapping
from queue import SimpleQueue
from typing import Any
from uuid import UUID

from prefect.client.schemas.objects import State
from prefect.futures import PrefectConcurrentFuture

from luminos_core.agents.passes.directory import conversation
from luminos_core.errors import SettingsError, StoreError
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.event import DirectoryEnded, PhaseStarted
from luminos_core.text import formats
from tasks.directory import investigate_directory
from tasks.pacing import Pace
from tasks.quiet import LARGE_TARGET, quiet_subtrees
from tasks.ready import ReadyQueue
from tasks.results import as_cached, check_writable, is_stored, result_name
from tasks.revision import PlanRevision
from tasks.runtime import Runtime
from tasks.storage import SignedResults
from tasks.submission import finish, result_of, submit
from tasks.subtree import recall_subtree
from tasks.work import Brief, Progress, directory_work

Future = PrefectConcurrentFuture[Any]

_REVISION = ""  # stands among the directories at work for the plan's revision; no path is empty


class DirectoryGraph:
    """One run over the directories of a schedule."""

    def __init__(
        self,
        brief: Brief,
        runtime: Runtime,
        storage: SignedResults,
        after: Collection[UUID],
    ) -> None:
        """The leaves wait for the task runs in `after`."""
        self._brief = brief
        self._runtime = runtime
        self._storage = storage
        self._after = after
        self._task = {
            renews: investigate_directory.with_options(refresh_cache=renews)
            for renews in (False, True)
        }
        stored = _stored(brief, storage)
        self._quiet = _quiet(brief, stored)
        self._revision = PlanRevision(brief, runtime, stored)
        self._pace = Pace()
        self._ended: SimpleQueue[str] = SimpleQueue()
        self._progress = Progress()

    def run(self) -> tuple[Brief, Progress]:
        """Investigate every directory, or those that can be before a halt. The brief is as it was
        at the end: its plan may have been revised."""
        children = _waited_for(self._brief, self._quiet)
        self._announce()
        ready = ReadyQueue([self._brief.assignments[path] for path in children], children)
        inflight: dict[str, Future] = {}
        while inflight or ready:
            while ready and self._has_room(inflight):
                path = ready.pop().path
                if self._may_start(path):
                    inflight[path] = self._start(path, children[path])
            if inflight:
                self._await_one(inflight, ready)
        return self._brief, self._progress

    def _has_room(self, inflight: Collection[str]) -> bool:
        """While the plan is revised nothing starts, and what runs goes on."""
        width = self._brief.run.request.concurrency
        return len(inflight) < width and _REVISION not in inflight

    def _await_one(self, inflight: dict[str, Future], ready: ReadyQueue) -> None:
        path = self._ended.get()
        state = finish(inflight.pop(path))
        if path == _REVISION:
            self._end_revision(state, ready)
            return
        self._end(path, state)
        ready.done(path)
        if revision := self._begin_revision():
            inflight[_REVISION] = revision

    def _announce(self) -> None:
        count = len(self._brief.assignments)
        text = f"investigating {formats.pluralize(count, 'directory', 'directories')}"
        self._runtime.observe(PhaseStarted(phase="directories", text=text, total=count))

    def _may_start(self, path: str) -> bool:
        """After a halt, only what is in the store and so costs nothing; after a stop, nothing."""
        if self._runtime.halt is None:
            return True
        return not self._runtime.stop.is_set() and self._is_stored(path)

    def _is_stored(self, path: str) -> bool:
        if path in self._quiet:
            return True
        if self._brief.run.request.renews(path):
            return False
        key = directory_work(self._brief, self._progress, path).key
        return is_stored(self._storage, result_name(key))

    def _start(self, path: str, children: Collection[str]) -> Future:
        self._runtime.stop.wait(self._pace.delay())
        future = self._recall(path) if path in self._quiet else self._investigate(path, children)
        self._progress.task_runs[path] = future.task_run_id
        future.add_done_callback(lambda _: self._ended.put(path))
        return future

    def _recall(self, path: str) -> Future:
        keys = tuple(self._brief.keys[inner] for inner in self._quiet[path])
        self._progress.keys.update({key.path: key for key in keys})
        told = {"run": self._brief.run, "keys": keys, "storage": self._storage}
        return submit(recall_subtree, told, after=self._after, carried_by="keys")

    def _investigate(self, path: str, children: Collection[str]) -> Future:
        work = directory_work(self._brief, self._progress, path)
        self._progress.keys[path] = work.key
        self._progress.changes[path] = work.change
        done = [self._progress.task_runs[child] for child in children]
        told = {"run": self._brief.run, "work": work}
        task = self._task[self._brief.run.request.renews(path)]
        return submit(task, told, after=done or self._after, carried_by="work")

    def _end(self, path: str, state: State[Any]) -> None:
        recalled = path in self._quiet
        reports = _recalled(state) if recalled else (self._report(path, state),)
        for report in reports:
            self._progress.reports[report.path] = report
            self._revision.add(report)
            if report.state is DirectoryState.CACHED:
                self._progress.changes.pop(report.path, None)
            self._runtime.observe(
                DirectoryEnded(
                    directory=report.path,
                    state=report.state,
                    reason=report.reason,
                    turns_used=report.turns_used,
                )
            )

    def _begin_revision(self) -> Future | None:
        future = None if self._runtime.halt else self._revision.begin(self._progress)
        if future is not None:
            self._after = [future.task_run_id]  # the leaves that are still to start wait for it
            future.add_done_callback(lambda _: self._ended.put(_REVISION))
        return future

    def _end_revision(self, state: State[Any], ready: ReadyQueue) -> None:
        self._brief = self._revision.end(state, self._progress)
        ready.reassign(self._brief.schedule.assignments)
        text = "going on with the directories"
        self._runtime.observe(PhaseStarted(phase="directories", text=text))

    def _report(self, path: str, state: State[Any]) -> DirectoryReport:
        result = result_of(state)
        if isinstance(result, SettingsError | StoreError):
            self._runtime.stop.set()  # it would meet every other directory too
            raise result
        if isinstance(result, BaseException):
            return _failed(self._brief, path, result)
        report = DirectoryReport.model_validate(result)
        if state.name == "Cached":
            return as_cached(report)
        if report.state.is_complete:
            self._insist_on_stored(path)
            self._runtime.transcripts.forget(conversation(self._progress.keys[path]))
        return report

    def _insist_on_stored(self, path: str) -> None:
        """StoreError when a paid result was not kept: Prefect only logs a failed write."""
        if self._storage.folder.has(result_name(self._progress.keys[path])):
            return
        check_writable(self._runtime.store)
        raise StoreError(f"the result of {path} was not kept in {self._runtime.store.path}")


def _stored(brief: Brief, storage: SignedResults) -> frozenset[str]:
    """The directories whose results are in the store, if all below them end complete."""
    kept = [path for path in brief.assignments if not brief.run.request.renews(path)]
    names = {path: result_name(brief.keys[path]) for path in kept}
    return frozenset(path for path, name in names.items() if is_stored(storage, name))


def _quiet(brief: Brief, stored: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    if len(brief.assignments) <= LARGE_TARGET:
        return {}
    return quiet_subtrees(brief.directories, stored)


def _waited_for(brief: Brief, quiet: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """For each task run to come, the directories whose task runs it waits for."""
    recalled = {path for root, paths in quiet.items() for path in paths if path != root}
    own = [path for path in brief.assignments if path not in recalled]
    return {
        path: tuple(
            child
            for child in brief.directories[path].children
            if path not in quiet and child in brief.assignments
        )
        for path in own
    }


def _recalled(state: State[Any]) -> tuple[DirectoryReport, ...]:
    result = result_of(state)
    if isinstance(result, BaseException):
        raise result
    reports: tuple[DirectoryReport, ...] = result
    return reports


def _failed(brief: Brief, path: str, problem: BaseException) -> DirectoryReport:
    """The report of a directory whose task crashed: a bug, told in one line."""
    assignment = brief.assignments[path]
    return DirectoryReport(
        path=path,
        state=DirectoryState.FAILED,
        reason=f"{type(problem).__name__}: {problem}",
        tier=assignment.tier,
        turns_allocated=assignment.turns,
    )
