"""The `submit_challenge` tool of the devil's advocate. The agent loop takes its input."""

from pydantic import Field

from luminos_core.errors import ToolError
from luminos_core.tools.quotation import copied_place
from luminos_core.tools.submit_vote import WantedInput, check_directories
from luminos_core.tools.tool import Text, Tool, ToolContext, ToolInput

_MOST = 6  # directories


class SubmitChallengeInput(ToolInput):
    sustained: bool = Field(
        description="true: the report is wrong or lacks something that matters, and the quoted "
        "line shows it; false: you tried, and it holds."
    )
    claim: Text = Field(
        description="What is wrong or missing, in one or two sentences; of a challenge that is not "
        "sustained: the strongest objection, and what refutes it."
    )
    path: str = Field(default="", description="The file of the line that shows it.")
    line: int | None = Field(default=None, ge=1)
    quotation: str = Field(
        default="",
        max_length=2_000,
        description="That line or lines, copied from the file. Required when it is sustained: it "
        "is looked up there.",
    )
    wanted: tuple[WantedInput, ...] = Field(
        default=(),
        max_length=_MOST,
        description="When it is sustained: the directories that are to be looked at again, each "
        "with what is to be found out.",
    )


def check(call: SubmitChallengeInput, context: ToolContext) -> None:
    """ToolError when it is sustained and nothing shows it, or nobody is to look at it again."""
    if not call.sustained:
        return
    if not (call.path and call.quotation.strip() and call.wanted):
        raise ToolError(
            "a sustained challenge needs the line that shows it (path and quotation) and the "
            "directories to look at again; without them, say that it is not sustained"
        )
    check_directories(call.wanted, context)
    copied_place(call.path, call.line, call.quotation, context.files)


SUBMIT_CHALLENGE = Tool(
    name="submit_challenge",
    description="End your work with your challenge, or without one. Call it exactly once.",
    input=SubmitChallengeInput,
    protected=True,
    check=check,
)
