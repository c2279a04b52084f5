"""The `think` tool: room to reason in writing before acting."""

from pydantic import Field

from luminos_core.tools.tool import OK, Tool, ToolInput


class ThinkInput(ToolInput):
    observation: str = Field(description="What you have seen.")
    hypothesis: str = Field(description="What you take it to mean.")
    next_action: str = Field(description="What you will do to find out.")


THINK = Tool(
    name="think",
    description="Write down what you see, what you take it to mean, and what to do next. "
    "Nothing is changed by it. Always answers ok.",
    input=ThinkInput,
    run=lambda _input, _context: OK,
    note_taking=True,
)
