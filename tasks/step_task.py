"""A step of a run as a Prefect task: the policy of its results, retries and names."""

from functools import cache
from typing import Any

from prefect.cache_policies import NO_CACHE, CacheKeyFnPolicy
from prefect.client.schemas.objects import State, TaskRun
from prefect.context import TaskRunContext
from prefect.states import Failed
from prefect.tasks import Task

from luminos_core.agents.passes.directory import AttemptFailed
from luminos_core.audit.steps import Step
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.request import AuditRun
from luminos_core.redaction.redact import redact
from luminos_core.redaction.redact_record import redact_path
from luminos_core.text.escape import one_line, printable_name
from tasks.prefect_submit import result_of, unquoted
from tasks.runtimes import runtime_of
from tasks.storage import PLAIN_JSON

# The model client has its own retries; one more attempt continues what it gave up on.
_RETRIES = {DIRECTORY: 1}


@cache
def step_task(name: str, *, is_stored: bool, force_refresh: bool) -> Task[..., Any]:
    """The task of all steps of that name. A stored result is plain JSON under the step's key, and
    not held in memory."""
    return Task(
        run_step,
        name=name,
        task_run_name=_run_name,  # type: ignore[arg-type]  # by what Prefect does, not by its types
        persist_result=is_stored,
        result_serializer=PLAIN_JSON if is_stored else None,
        cache_policy=CacheKeyFnPolicy(cache_key_fn=_cache_key) if is_stored else NO_CACHE,
        cache_result_in_memory=not is_stored,
        refresh_cache=force_refresh,
        retries=_RETRIES.get(name, 0),
        retry_condition_fn=_may_succeed,
    )


def run_step(run: AuditRun, step: Step) -> Any:
    """The step's value; a Failed state that holds it, and so is not stored, when it is incomplete:
    it is shown as such, is never found by its key, and a retry of the run redoes it."""
    result = step.run(runtime_of(run), last_attempt=_is_last_attempt(step))
    value = result.value
    if step.key is not None:  # without what is as by default, which is most of it
        value = value.model_dump(mode="json", exclude_defaults=True)
    if result.incomplete is None:
        return value
    reason = one_line(redact(result.incomplete.reason).text)
    return Failed(name=result.incomplete.state, message=reason, data=value)


def _run_name(parameters: dict[str, Any]) -> str:
    """The root is named as the target is: "." says nothing where runs of many are listed."""
    step, run = unquoted(parameters["step"]), unquoted(parameters["run"])
    path, comma, rest = step.title.partition(", ")
    if path == ".":
        path = f"{run.target.rpartition('/')[2]}/"
    return printable_name(redact_path(f"{path}{comma}{rest}"))


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str | None:
    step: Step = parameters["step"]
    return step.key


def _may_succeed(task: Task[..., Any], run: TaskRun, state: State[Any]) -> bool:
    return isinstance(result_of(state), AttemptFailed)


def _is_last_attempt(step: Step) -> bool:
    context = TaskRunContext.get()
    return context is None or context.task_run.run_count > _RETRIES.get(step.name, 0)
