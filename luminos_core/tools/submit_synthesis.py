"""The `submit_report` tool of the synthesis pass. The agent loop takes its input."""

from pydantic import Field

from luminos_core.records.report import Synthesis
from luminos_core.tools.tool import Text, Tool, ToolInput


class SubmitSynthesisInput(ToolInput):
    brief: Text = Field(
        description="What the target is, and whether anyone should worry, in 2 to 4 sentences."
    )
    detailed: Text = Field(
        description="The whole picture, in Markdown: purpose, structure, how the parts work "
        "together, and what deserves attention."
    )

    def record(self) -> Synthesis:
        return Synthesis(brief=self.brief, detailed=self.detailed)


SUBMIT_SYNTHESIS = Tool(
    name="submit_report",
    description="End the audit with its brief and its detailed report. Call it exactly once.",
    input=SubmitSynthesisInput,
    protected=True,
)
