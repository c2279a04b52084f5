"""The `think` and `checkpoint` tools: room to reason in writing, and to take stock."""

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


class CheckpointInput(ToolInput):
    learned: str = Field(description="What is established so far.")
    still_unknown: str = Field(description="What is not.")
    next_phase: str = Field(description="What you turn to now.")


CHECKPOINT = Tool(
    name="checkpoint",
    description="Take stock after a group of related steps: what you learned, what is still "
    "unknown, what comes next. Nothing is changed by it. Always answers ok.",
    input=CheckpointInput,
    run=lambda _input, _context: OK,
    note_taking=True,
)
