"""Starting task runs so that the API holds exactly the edges we name.

Prefect finds edges by the `id()` of parameters, and a recycled id becomes a false edge. So every
parameter is quoted, and the edges are given: each belongs to the parameter that carries what the
earlier task runs came to.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from prefect import Task
from prefect.client.schemas.objects import State, TaskRunResult
from prefect.context import FlowRunContext
from prefect.futures import PrefectConcurrentFuture
from prefect.utilities.annotations import quote


@dataclass
class Submitted:
    """How many task runs were submitted; the server must have as many when the run is over."""

    count: int = 0


_counted: ContextVar[Submitted | None] = ContextVar("counted", default=None)


@contextmanager
def counting() -> Iterator[Submitted]:
    """Count the submissions of the flows that run within this context."""
    submitted = Submitted()
    token = _counted.set(submitted)
    try:
        yield submitted
    finally:
        _counted.reset(token)


def submit(
    task: Task[..., Any],
    parameters: Mapping[str, object],
    *,
    after: Collection[UUID],
    carried_by: str,
) -> PrefectConcurrentFuture[Any]:
    """Start a run of `task` on the flow's task runner. What the task runs `after` which it comes
    gave is in the parameter `carried_by`."""
    context = FlowRunContext.get()
    if context is None or context.task_runner is None:
        raise RuntimeError("a task is submitted from within a flow run")
    if submitted := _counted.get():
        submitted.count += 1
    future: PrefectConcurrentFuture[Any] = context.task_runner.submit(
        task,
        {name: quote(value) for name, value in parameters.items()},
        dependencies={carried_by: {TaskRunResult(id=run_id) for run_id in after}},
    )
    return future


def unquoted(parameter: Any) -> Any:
    """A parameter as a task run's name is made from it, before Prefect has unwrapped it."""
    return parameter.unquote() if isinstance(parameter, quote) else parameter


def finish(future: PrefectConcurrentFuture[Any]) -> State[Any]:
    """The final state. Before `wait`, `future.state` would ask the API and say Pending."""
    future.wait()
    return future.state


def result_of(state: State[Any]) -> Any:
    """What the run returned, be it in a failed state, or the exception that it raised."""
    # Prefect takes `_sync` to be called from a thread of any kind; its types do not say so.
    return state.result(raise_on_failure=False, _sync=True)  # type: ignore[call-overload]
