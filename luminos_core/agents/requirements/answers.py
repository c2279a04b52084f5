"""What a model says of a requirement, held to the place that it quotes."""

from dataclasses import replace

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.errors import ToolError
from luminos_core.records.requirement import Requirement, RequirementAnswer, RequirementState
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.escape import one_line
from luminos_core.tools.quotation import quoted_place, sent_back
from luminos_core.tools.tool import ToolInput

_REASON = 400  # characters


def looked_up(answer: RequirementAnswer, document: str, files: SandboxedDir) -> RequirementAnswer:
    """With the place where the quotation is; unknown when it is not there, or when it is the
    `document` that states the requirement, which proves nothing."""
    said = answer.model_copy(update={"reason": one_line(redact(answer.reason).text, _REASON)})
    if answer.state is RequirementState.UNKNOWN:
        return said.model_copy(update={"path": "", "line": None, "quotation": ""})
    try:
        path = files.relative(answer.path)
        if path == document:
            raise ToolError(f"{path} states it, which is no evidence")
        place = quoted_place(path, answer.line, answer.quotation, files)
    except ToolError as error:
        problem = one_line(str(error), _REASON)
        why = f"{answer.state} without evidence ({problem}): {said.reason}"
        return _unknown(answer.id, why)
    quotation = redact(place.text).text
    return said.model_copy(update={"path": path, "line": place.line, "quotation": quotation})


def with_sent_back(outcome: Outcome, task: AgentTask, kind: type[ToolInput]) -> Outcome:
    """A loop that ended without another submission than the one that was sent back has that one:
    what is right in it counts."""
    said = sent_back(task.state, kind)
    if said is None or outcome.submission is not None or outcome.failure is not None:
        return outcome
    return replace(outcome, ended=Ended.SUBMITTED, submission=said)


def unanswered(requirement: Requirement, reason: str) -> RequirementAnswer:
    return _unknown(requirement.id, reason).model_copy(update={"is_given": False})


def _unknown(name: str, reason: str) -> RequirementAnswer:
    return RequirementAnswer(id=name, state=RequirementState.UNKNOWN, reason=reason)
