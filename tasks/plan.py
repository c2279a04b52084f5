"""Where depth pays. A plan is kept for as long as the target has the same directories."""

from typing import Any

from prefect import task
from prefect.cache_policies import CacheKeyFnPolicy
from prefect.context import TaskRunContext

from luminos_core.agents.plan import plan
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from tasks.runtime import runtime_of
from tasks.storage import PLAIN_JSON
from tasks.whole import stored_or_gap, whole_key


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    runtime = runtime_of(parameters["run"])
    return whole_key(Pass.PLAN, parameters["shape"], runtime.model_id(Pass.PLAN))


@task(
    name="plan",
    task_run_name="plan",
    persist_result=True,
    result_serializer=PLAIN_JSON,
    cache_policy=CacheKeyFnPolicy(cache_key_fn=_cache_key),
    cache_result_in_memory=False,
)
def plan_investigation(run: AuditRun, briefing: PlanBriefing, shape: str) -> Any:
    """A PlanResult as plain JSON; a Failed state that holds it when it has a gap."""
    runtime = runtime_of(run)
    runtime.observe(
        PhaseStarted(phase="plan", text=f"planning {len(briefing.directories)} directories")
    )
    return stored_or_gap(plan(briefing, runtime.agent(Pass.PLAN)))
