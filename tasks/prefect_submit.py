"""Starting task runs so that the API holds exactly the edges we name.

Prefect finds edges by the `id()` of parameters, and a recycled id becomes a false edge. So every
parameter is quoted, and the edges are given by name.
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from prefect import Task
from prefect.client.schemas.objects import State, TaskRunResult
from prefect.context import FlowRunContext
from prefect.futures import PrefectConcurrentFuture
from prefect.utilities.annotations import quote


def prefect_submit(
    task: Task[..., Any],
    parameters: Mapping[str, object],
    *,
    after: Collection[UUID],
    edges_of: str,
) -> PrefectConcurrentFuture[Any]:
    """Start a run of `task` on the flow's task runner. The edges from the task runs in `after`
    belong to the parameter `edges_of`, which carries their results."""
    context = FlowRunContext.get()
    if context is None or context.task_runner is None:
        raise RuntimeError("a task is submitted from within a flow run")
    future: PrefectConcurrentFuture[Any] = context.task_runner.submit(
        task,
        {name: quote(value) for name, value in parameters.items()},
        dependencies={edges_of: {TaskRunResult(id=run_id) for run_id in after}},
    )
    return future


def forget_results() -> None:
    """Let go of the states that Prefect keeps of all ended task runs, to find edges by."""
    context = FlowRunContext.get()
    if context is not None:
        context.run_results.clear()


def unquoted(parameter: Any) -> Any:
    """A parameter as a task run's name is made from it, before Prefect has unwrapped it."""
    return parameter.unquote() if isinstance(parameter, quote) else parameter


def result_of(state: State[Any]) -> Any:
    """What the run returned, also in a failed state, or the exception that it raised."""
    # Prefect allows `_sync` from a thread of any kind; its types do not say so.
    return state.result(raise_on_failure=False, _sync=True)  # type: ignore[call-overload]
