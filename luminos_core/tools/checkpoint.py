"""The `checkpoint` tool: a summary between two phases of an investigation."""

from pydantic import Field

from luminos_core.tools.tool import OK, Tool, ToolInput


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
