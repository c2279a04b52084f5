"""The `submit_verdict` tool of the verification pass. The agent loop takes its input."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.records.verification import Opinion
from luminos_core.tools.quotation import copied_place
from luminos_core.tools.tool import Text, Tool, ToolContext, ToolInput


class SubmitVerdictInput(ToolInput):
    opinion: Opinion = Field(
        description="confirmed: it is as the claim says; refuted: it is not; cannot tell: the code "
        "that you could read does not decide it."
    )
    reason: Text = Field(description="What decides it, in one or two sentences.")
    path: str = Field(default="", description="The file of the decisive line.")
    line: int | None = Field(default=None, ge=1)
    quotation: str = Field(
        default="",
        max_length=2_000,
        description="The decisive line or lines, copied from the file. Required unless you cannot "
        "tell: it is looked up there.",
    )


def check(call: SubmitVerdictInput, context: ToolContext) -> None:
    """ToolError when the decisive line is not where it is said to be."""
    if call.opinion is Opinion.CANNOT_TELL:
        return
    if not (call.path and call.quotation.strip()):
        raise ToolError(
            f"{call.opinion} needs the decisive line: path and quotation; without one, say "
            f"{Opinion.CANNOT_TELL.value!r}"
        )
    copied_place(call.path, call.line, call.quotation, context.files)


SUBMIT_VERDICT = Tool(
    name="submit_verdict",
    description="End the review with your opinion of the claim and the line that decides it. Call "
    "it exactly once.",
    input=SubmitVerdictInput,
    protected=True,
    check=check,
)
