"""The `think` tool: room to reason in writing before acting."""

from pydantic import Field

from luminos_core.tools.context import ToolContext
from luminos_core.tools.tool import OK, Tool, ToolInput, ToolOutput


class ThinkInput(ToolInput):
    observation: str = Field(description="What you have seen.")
    hypothesis: str = Field(description="What you take it to mean.")
    next_action: str = Field(description="What you will do to find out.")


def run(_input: ThinkInput, _context: ToolContext) -> ToolOutput:
    return OK


THINK = Tool(
    name="think",
    description="Write down what you see, what you take it to mean, and what to do next. "
    "Nothing is changed by it. Always answers ok.",
    input=ThinkInput,
    run=run,
)
