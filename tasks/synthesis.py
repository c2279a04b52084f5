"""The brief and the detailed report, kept for as long as the directories' reports are the same."""

from typing import Any

from prefect.context import TaskRunContext

from luminos_core.agents.passes.synthesis import synthesize
from luminos_core.cache.content import told_digest
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from luminos_core.text import formats
from tasks.runtime import runtime_of
from tasks.stored import stored_task
from tasks.whole import stored_or_gap, whole_key


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    runtime = runtime_of(parameters["run"])
    told = told_digest(parameters["briefing"])
    return whole_key(Pass.SYNTHESIS, told, runtime.chosen_model(Pass.SYNTHESIS).label)


@stored_task("synthesis", _cache_key)
def synthesize_reports(run: AuditRun, briefing: SynthesisBriefing) -> Any:
    """A Synthesis as plain JSON; a Failed state that holds it when a model should have written it
    and did not."""
    runtime = runtime_of(run)
    count = formats.pluralize(len(briefing.reports), "directory", "directories")
    text = f"bringing together {count}"
    runtime.observe(PhaseStarted(phase="synthesis", text=text))
    return stored_or_gap(synthesize(briefing, runtime.agent(Pass.SYNTHESIS)))
