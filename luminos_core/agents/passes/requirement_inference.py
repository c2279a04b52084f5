"""Requirements that the target's own documents state, for a run that is to infer them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.estimate.call_pattern import CallPattern, tokens
from luminos_core.agents.estimate.model_profile import TASK, TOOL_CALL, ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.outcome import Outcome
from luminos_core.agents.passes.definition import Pass, Stage
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.requirements.answers import with_sent_back
from luminos_core.agents.requirements.documents import DOCUMENTS_CHARACTERS, documents, shown
from luminos_core.agents.run_state import RunState
from luminos_core.errors import ToolError
from luminos_core.records.base import Record
from luminos_core.records.event import PhaseStarted
from luminos_core.records.requirement import InferredRequirements, Requirement
from luminos_core.records.settings import ModelTier
from luminos_core.records.snapshot import FileRecord
from luminos_core.redaction.redact import redact
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.sanitize import sanitize_name
from luminos_core.tools.quotation import quoted_place
from luminos_core.tools.registry import REQUIREMENT_INFERENCE_TOOLS
from luminos_core.tools.submit_inferred_requirements import SubmitInferredInput

_TEXT = 300  # characters


class InferenceBriefing(Record):
    target: str
    documents: tuple[FileRecord, ...]


class RequirementInferencePass(Pass[InferenceBriefing, InferredRequirements]):
    name = "requirement-inference"
    stage = Stage.BEFORE_DIRECTORIES
    tier = ModelTier.DEVELOPMENT
    turns = 3
    prompts = Prompts("requirement_inference")
    tools = REQUIREMENT_INFERENCE_TOOLS
    result = InferredRequirements

    def briefing(self, state: RunState) -> InferenceBriefing | None:
        """None also when there is no such document."""
        found = documents(state.snapshot) if state.infers_requirements else ()
        return InferenceBriefing(target=state.snapshot.name, documents=found) if found else None

    def started(self, briefing: InferenceBriefing) -> PhaseStarted:
        count = formats.pluralize(len(briefing.documents), "document")
        return PhaseStarted(phase=self.name, text=f"inferring requirements from {count}")

    def slots(self, briefing: InferenceBriefing) -> dict[str, object]:
        return {"target": sanitize_name(briefing.target), "documents": ""}

    def ingredients(self, briefing: InferenceBriefing) -> JsonValue:
        """Kept for as long as the documents are the same."""
        return [[file.path, file.digest] for file in briefing.documents]

    def agent_task(self, briefing: InferenceBriefing, context: AgentContext) -> AgentTask:
        slots = self.slots(briefing) | {"documents": shown(briefing.documents, context.files)}
        task = super().agent_task(briefing, context)
        return replace(task, first_message=self.prompts.task(**slots))

    def conclude(
        self,
        briefing: InferenceBriefing,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> InferredRequirements:
        outcome = with_sent_back(outcome, task, SubmitInferredInput)
        result = super().conclude(briefing, outcome, task, context, last_attempt=last_attempt)
        paths = {file.path for file in briefing.documents}
        said = outcome.submission if isinstance(outcome.submission, SubmitInferredInput) else None
        found = _looked_up(said, paths, context.files) if said else ()
        return result.model_copy(update={"requirements": tuple(found)})

    def accept(
        self, briefing: InferenceBriefing, submission: SubmitInferredInput
    ) -> InferredRequirements:
        """`conclude` looks its quotations up."""
        return InferredRequirements()

    def fallback(self, briefing: InferenceBriefing, gap: str) -> InferredRequirements:
        return InferredRequirements(gap=f"no requirements were inferred: {gap}")

    def answer_tokens(self, briefing: InferenceBriefing, profile: ModelProfile) -> float:
        return 700 * profile.verbosity

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        briefing: Any = work.briefings.get(self.name)
        if briefing is None:
            return
        size = min(sum(file.size for file in briefing.documents), DOCUMENTS_CHARACTERS)
        answer = TOOL_CALL + self.answer_tokens(briefing, profile)
        yield CallPattern(first_message=TASK + tokens(size), answer=answer)


REQUIREMENT_INFERENCE = RequirementInferencePass()


def _looked_up(
    submission: SubmitInferredInput, paths: set[str], files: SandboxedDir
) -> Iterable[Requirement]:
    """Those whose sentence is in the document; what is not is left out."""
    seen: set[str] = set()
    for each in submission.requirements:
        text = one_line(redact(each.text).text, _TEXT)
        try:
            path = files.relative(each.path)
            place = quoted_place(path, each.line, each.quotation, files)
        except ToolError:
            continue
        if path in paths and text not in seen:
            seen.add(text)
            yield Requirement(id=f"I{len(seen)}", text=text, line=place.line, source=path)
