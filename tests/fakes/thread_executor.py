"""An executor on threads, with results in memory: a run without Prefect."""

from collections.abc import Collection
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from queue import SimpleQueue

from luminos_core.audit.executor import StepEnd, Ticket
from luminos_core.audit.results import R, as_cached
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step, StepResult
from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport


class MemoryResults:
    """Results of steps by cache key, for as long as the process lives."""

    def __init__(self) -> None:
        self._values: dict[str, Record] = {}

    def has(self, key: str) -> bool:
        return key in self._values

    def load(self, key: str, kind: type[R]) -> R:
        value = self._values.get(key)
        if not isinstance(value, kind):
            raise StoreError(f"no {kind.__name__} is stored as {key}")
        return value

    def load_report(self, key: str) -> DirectoryReport:
        report = self._values.get(key)
        if not isinstance(report, DirectoryReport):
            raise StoreError(f"no report is stored as {key}")
        return as_cached(report)

    def store(self, key: str, value: Record) -> None:
        self._values[key] = value

    def check_writable(self) -> None:
        """Memory always is."""

    @property
    def keys(self) -> set[str]:
        return set(self._values)

    def without(self, directory: str) -> "MemoryResults":
        """These results, but for the reports of a directory."""
        left = MemoryResults()
        left._values = {
            key: value
            for key, value in self._values.items()
            if not (isinstance(value, DirectoryReport) and value.path == directory)
        }
        return left


class ThreadExecutor:
    """A ticket is a number, in the order of submission."""

    def __init__(self, runtime: Runtime, results: MemoryResults) -> None:
        self._runtime = runtime
        self._results = results
        self._pool = ThreadPoolExecutor(runtime.run.request.concurrency)
        self._tickets = count(1)
        self._ended: SimpleQueue[StepEnd] = SimpleQueue()

    def submit(self, step: Step, after: Collection[Ticket]) -> Ticket:
        ticket = next(self._tickets)
        future = self._pool.submit(self._run, step, ticket)
        future.add_done_callback(self._finish)
        return ticket

    def wait(self) -> StepEnd:
        return self._ended.get()

    def _run(self, step: Step, ticket: Ticket) -> StepEnd:
        if step.key is not None and not step.force_refresh and self._results.has(step.key):
            return StepEnd(ticket, self._results.load(step.key, Record), is_cached=True)
        try:
            result: StepResult = step.run(self._runtime, last_attempt=True)
        except Exception as error:  # noqa: BLE001 - the edge of a step: the run decides what it means
            return StepEnd(ticket, error=error)
        if step.key is not None and result.incomplete is None:
            self._results.store(step.key, result.value)
        return StepEnd(ticket, result.value)

    def _finish(self, future: Future[StepEnd]) -> None:
        self._ended.put(future.result())
