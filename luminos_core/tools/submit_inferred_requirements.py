"""The `submit_inferred_requirements` tool: what a project's documents ask of it."""

from pydantic import Field

from luminos_core.tools.quotation import Quoted, refuse_wrong_quotations
from luminos_core.tools.tool import Text, Tool, ToolContext, ToolInput


class InferredInput(Quoted):
    text: Text = Field(description="What must hold, in one sentence that the code can be held to.")


class SubmitInferredInput(ToolInput):
    requirements: tuple[InferredInput, ...] = Field(
        description="The most binding first; none if the documents ask nothing.", max_length=20
    )


def check(call: SubmitInferredInput, context: ToolContext) -> None:
    """ToolError, once, when a sentence is not in its document."""
    numbered = ((str(number), each) for number, each in enumerate(call.requirements, start=1))
    refuse_wrong_quotations(numbered, call, context, "Correct these, or leave them out")


SUBMIT_INFERRED_REQUIREMENTS = Tool(
    name="submit_inferred_requirements",
    description="End the work with what the documents ask of the code. Call it exactly once.",
    input=SubmitInferredInput,
    protected=True,
    check=check,
)
