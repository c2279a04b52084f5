"""The `submit_report` tool of the directory pass. The agent loop takes its input."""

from pydantic import Field

from luminos_core.tools.tool import Share, Text, Tool, ToolInput


class SubmitReportInput(ToolInput):
    summary: Text = Field(description="What this directory is and does, in 1 to 3 sentences.")
    completeness: Share = Field(
        description="How much of the directory you have looked at: 0.0 nothing, 1.0 all of it."
    )
    confidence: Share | None = Field(
        default=None,
        description="How sure you are of the summary: 0.8 and more sure, 0.5 to 0.8 likely, "
        "below 0.5 a guess.",
    )
    confidence_reason: str | None = Field(
        default=None, description="Why the confidence is below 0.7, when it is."
    )


SUBMIT_REPORT = Tool(
    name="submit_report",
    description="End the investigation of this directory with its summary. Call it exactly once, "
    "when everything worth writing down has been written down.",
    input=SubmitReportInput,
    protected=True,
)
