"""The built-in investigator: the same loop and tools as a language model, from structure alone."""

from luminos_core.offline.static_model.directory_pass import Call, next_calls
from luminos_core.offline.static_model.evidence import Evidence, gather
from luminos_core.offline.static_model.plan_pass import plan
from luminos_core.offline.static_model.survey_pass import survey
from luminos_core.offline.static_model.synthesis_pass import synthesis
from luminos_core.records.briefing import (
    Briefing,
    DirectoryBriefing,
    PlanBriefing,
    ReplanBriefing,
    RevisionBriefing,
    SurveyBriefing,
    SynthesisBriefing,
)
from luminos_core.records.conversation import (
    AssistantMessage,
    ModelRequest,
    ModelResponse,
    StopReason,
    ToolCall,
)
from luminos_core.stop import StopSignal


class StaticModel:
    """A `Model` without a network, a key or a state: the same request gets the same answer.

    It reads the request's briefing and the details of earlier tool results, never their prose, so
    nothing that a file says can steer it.
    """

    @property
    def name(self) -> str:
        return "static"

    @property
    def is_language_model(self) -> bool:
        return False

    def turn(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        """The next calls of the pass that `request.briefing` belongs to. Raises Interrupted, and
        ValueError for a request without a briefing."""
        stop.check()
        if request.briefing is None:
            raise ValueError("the built-in investigator needs the briefing of its pass")
        evidence = gather(request.messages)
        tools = frozenset(tool.name for tool in request.tools)
        calls = _calls(request.briefing, evidence, tools)
        message = AssistantMessage(calls=tuple(_numbered(calls, evidence.turns + 1)))
        return ModelResponse(message=message, stop_reason=StopReason.TOOL_USE, model=self.name)


def _calls(briefing: Briefing, evidence: Evidence, tools: frozenset[str]) -> tuple[Call, ...]:
    match briefing:
        case SurveyBriefing():
            return (("submit_survey", survey(briefing)),)
        case PlanBriefing() | ReplanBriefing() | RevisionBriefing():
            return (("submit_plan", plan(briefing)),)
        case DirectoryBriefing():
            return next_calls(briefing, evidence, tools)
        case SynthesisBriefing():
            return (("submit_report", synthesis(briefing)),)


def _numbered(calls: tuple[Call, ...], turn: int) -> list[ToolCall]:
    """Calls with ids that are unique in the conversation."""
    return [
        ToolCall(id=f"static-{turn}-{number}", name=name, input=given)
        for number, (name, given) in enumerate(calls, 1)
    ]
