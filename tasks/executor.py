"""The steps of a run carried out by Prefect task runs."""

from collections.abc import Collection
from queue import SimpleQueue
from uuid import UUID

from prefect.futures import PrefectConcurrentFuture

from luminos_core.audit.executor import StepEnd, Ticket
from luminos_core.audit.runtime import Runtime
from luminos_core.audit.steps import Step
from tasks.prefect_submit import forget_results, prefect_submit, result_of
from tasks.start_rate import StartRate
from tasks.step_task import step_task


class PrefectExecutor:
    """Used from within a flow run, by its thread only. A ticket is the id of a task run."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._rate = StartRate()
        self._started: dict[Ticket, tuple[Step, PrefectConcurrentFuture[object]]] = {}
        self._ended: SimpleQueue[UUID] = SimpleQueue()
        self.submitted = 0  # task runs, which the server must all have when the run is over

    def submit(self, step: Step, after: Collection[Ticket]) -> Ticket:
        self._runtime.stop.wait(self._rate.delay())
        task = step_task(
            step.name, is_stored=step.key is not None, force_refresh=step.force_refresh
        )
        parameters = {"run": self._runtime.run, "step": step}
        ids = [ticket for ticket in after if isinstance(ticket, UUID)]
        future = prefect_submit(task, parameters, after=ids, edges_of="step")
        ticket = future.task_run_id
        self._started[ticket] = (step, future)
        self.submitted += 1
        future.add_done_callback(lambda _: self._ended.put(ticket))
        return ticket

    def wait(self) -> StepEnd:
        """Before `future.wait`, its state would be asked of the API, and be Pending."""
        ticket = self._ended.get()
        step, future = self._started.pop(ticket)
        future.wait()
        result = result_of(future.state)
        forget_results()
        if isinstance(result, BaseException):
            return StepEnd(ticket, error=result)
        value = step.parse(result, self._runtime)
        return StepEnd(ticket, value, is_cached=future.state.name == "Cached")
