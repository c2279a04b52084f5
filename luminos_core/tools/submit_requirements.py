"""The `submit_requirements` tool: what a model found of requirements that no check can tell."""

from typing import Literal

from pydantic import Field

from luminos_core.tools.quotation import Quoted, refuse_wrong_quotations
from luminos_core.tools.tool import Text, Tool, ToolContext, ToolInput


class RequirementAnswerInput(Quoted):
    id: Text = Field(description="The requirement's id, as it was given.")
    state: Literal["met", "unmet", "unknown"] = Field(
        description="met: the code shows it; unmet: the code shows that it does not hold; unknown: "
        "what you could read does not decide it."
    )
    reason: Text = Field(description="What decides it, in one or two sentences.")


class SubmitRequirementsInput(ToolInput):
    answers: tuple[RequirementAnswerInput, ...] = Field(
        description="One for each requirement.", max_length=50
    )


def check(call: SubmitRequirementsInput, context: ToolContext) -> None:
    """ToolError, once, when a place is not what it is said to be, or is missing."""
    decided = ((each.id, each) for each in call.answers if each.state != "unknown")
    refuse_wrong_quotations(decided, call, context, "Correct these, or say unknown")


SUBMIT_REQUIREMENTS = Tool(
    name="submit_requirements",
    description="End the work with an answer to each requirement. Call it exactly once.",
    input=SubmitRequirementsInput,
    protected=True,
    check=check,
)
