"""The `checkpoint` tool: taking stock between two phases of an investigation."""

from pydantic import Field

from luminos_core.tools.context import ToolContext
from luminos_core.tools.tool import OK, Tool, ToolInput, ToolOutput


class CheckpointInput(ToolInput):
    learned: str = Field(description="What is established so far.")
    still_unknown: str = Field(description="What is not.")
    next_phase: str = Field(description="What you turn to now.")


def run(_input: CheckpointInput, _context: ToolContext) -> ToolOutput:
    return OK


CHECKPOINT = Tool(
    name="checkpoint",
    description="Take stock after a group of related steps: what you learned, what is still "
    "unknown, what comes next. Nothing is changed by it. Always answers ok.",
    input=CheckpointInput,
    run=run,
)
