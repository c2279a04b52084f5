"""Where depth pays. A plan is kept for as long as the target has the same directories; new ones
are placed in it."""

from typing import Any

from prefect.context import TaskRunContext

from luminos_core.agents.passes.plan import plan
from luminos_core.agents.passes.plan_update import TEXTS, can_be_kept, keep, new_directories, replan
from luminos_core.agents.prompts.rendering import texts_digest
from luminos_core.cache.kept_plan import read_kept_plan, write_kept_plan
from luminos_core.digest import digest_json, digest_record
from luminos_core.records.briefing import PlanBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import KeptPlan, Plan
from luminos_core.records.request import AuditRun
from luminos_core.records.snapshot import Snapshot
from luminos_core.text import formats
from tasks.runtime import Runtime, runtime_of
from tasks.stored import stored_task
from tasks.whole import asking_digest, stored_or_gap, whole_key


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    runtime = runtime_of(parameters["run"])
    kept: KeptPlan | None = parameters["kept"]
    about = parameters["shape"]
    if kept is not None:
        about = digest_json([about, digest_record(kept), texts_digest(*TEXTS)])
    return whole_key(Pass.PLAN, about, runtime.chosen_model(Pass.PLAN).label)


@stored_task("plan", _cache_key)
def plan_investigation(
    run: AuditRun, briefing: PlanBriefing, shape: str, kept: KeptPlan | None
) -> Any:
    """A PlanResult as plain JSON; a Failed state that holds it when it has a gap."""
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="plan", text=_announced(briefing, kept)))
    context = runtime.agent(Pass.PLAN)
    if kept is None:
        return stored_or_gap(plan(briefing, context))
    return stored_or_gap(replan(briefing, kept, run.target, context))


def standing_plan(runtime: Runtime, snapshot: Snapshot) -> KeptPlan | None:
    """The target's last plan; None when there is none to go on from. The offline investigator
    plans anew: it costs nothing."""
    if runtime.run.request.renews("(plan)") or not runtime.model.is_language_model:
        return None
    kept = read_kept_plan(runtime.store, runtime.target)
    if kept is None or kept.asking != _asking(runtime):
        return None
    return kept if can_be_kept(kept, snapshot.directories) else None


def keep_plan(runtime: Runtime, snapshot: Snapshot, made: Plan) -> None:
    """Keep `made` for the target's next run."""
    if runtime.model.is_language_model:
        kept = keep(made, snapshot.directories, snapshot.target, _asking(runtime))
        write_kept_plan(runtime.store, runtime.target, kept)


def _asking(runtime: Runtime) -> str:
    return asking_digest(Pass.PLAN, runtime.chosen_model(Pass.PLAN).label)


def _announced(briefing: PlanBriefing, kept: KeptPlan | None) -> str:
    if kept is None:
        count = formats.pluralize(len(briefing.directories), "directory", "directories")
        return f"planning {count}"
    new = len(new_directories(kept, briefing.directories))
    if not new:
        return "keeping the plan"
    return f"placing {formats.pluralize(new, 'new directory', 'new directories')} in the plan"
