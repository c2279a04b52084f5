"""What the target is. A survey is kept for as long as the target has the same directories."""

from typing import Any

from prefect.context import TaskRunContext

from luminos_core.agents.passes.survey import survey
from luminos_core.records.briefing import SurveyBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.event import PhaseStarted
from luminos_core.records.request import AuditRun
from tasks.runtime import Runtime, runtime_of
from tasks.stored import stored_task
from tasks.whole import stored_or_gap, whole_key


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    return survey_name(runtime_of(parameters["run"]), parameters["shape"])


@stored_task("survey", _cache_key)
def survey_target(run: AuditRun, briefing: SurveyBriefing, shape: str) -> Any:
    """A SurveyResult as plain JSON; a Failed state that holds it when it has a gap."""
    runtime = runtime_of(run)
    runtime.observe(PhaseStarted(phase="survey", text=f"surveying {briefing.target}"))
    return stored_or_gap(survey(briefing, runtime.agent(Pass.SURVEY)))


def survey_name(runtime: Runtime, shape: str) -> str:
    """The cache key of a survey, which is its file's name in the store."""
    return whole_key(Pass.SURVEY, shape, runtime.chosen_model(Pass.SURVEY).label)
