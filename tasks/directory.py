"""One directory, investigated by an agent loop.

Only a complete report is stored under the directory's key. Every other state is a failed task run
of that name: it is shown as such, it is never found by its key, and a retry of the run redoes it.
"""

from typing import Any

from prefect.client.schemas.objects import State, TaskRun
from prefect.context import TaskRunContext
from prefect.states import Failed
from prefect.tasks import Task

from luminos_core.agents.passes.directory import AttemptFailed, investigate
from luminos_core.records.cost import Pass
from luminos_core.records.directory import DirectoryWork
from luminos_core.records.event import DirectoryStarted
from luminos_core.records.request import AuditRun
from tasks.results import result_name
from tasks.runtime import runtime_of
from tasks.stored import stored_task
from tasks.submission import result_of, unquoted

RETRIES = 1  # the model's adapter has its own; this one is for what it gave up on


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    work: DirectoryWork = parameters["work"]
    return result_name(work.key)


def _name(parameters: dict[str, Any]) -> str:
    work: DirectoryWork = unquoted(parameters["work"])
    return work.directory.path


def _is_worth_retrying(task: Task[..., Any], run: TaskRun, state: State[Any]) -> bool:
    return isinstance(result_of(state), AttemptFailed)


@stored_task(
    "directory",
    _cache_key,
    task_run_name=_name,
    retries=RETRIES,
    retry_condition_fn=_is_worth_retrying,
)
def investigate_directory(run: AuditRun, work: DirectoryWork) -> Any:
    """The DirectoryReport as plain JSON; a Failed state that holds it when it is not complete."""
    runtime = runtime_of(run)
    assignment = work.assignment
    runtime.observe(
        DirectoryStarted(directory=assignment.path, turns=assignment.turns, change=work.change)
    )
    report = investigate(work, runtime.agent(Pass.DIRECTORY), last_attempt=_is_last_attempt())
    value = report.model_dump(mode="json")
    if report.state.is_complete:
        return value
    return Failed(name=report.state.value.capitalize(), message=report.reason, data=value)


def _is_last_attempt() -> bool:
    context = TaskRunContext.get()
    return context is None or context.task_run.run_count > RETRIES
