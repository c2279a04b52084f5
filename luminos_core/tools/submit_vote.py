"""The `submit_vote` tool of the completion council. The agent loop takes its input."""

from typing import Annotated

from pydantic import Field, StringConstraints

from luminos_core.errors import ToolError
from luminos_core.records.council import Vote, Wanted
from luminos_core.redaction.redact import redact
from luminos_core.text.escape import printable_name
from luminos_core.tools.tool import Text, Tool, ToolContext, ToolInput

_MOST = 12  # directories

_Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]


class WantedInput(ToolInput):
    directory: str = Field(description="The directory that can answer, as list_cache shows it.")
    question: _Question = Field(
        description="What is to be found out there, in one sentence that somebody understands who "
        "has not read anything else."
    )

    def record(self) -> Wanted:
        question = redact(" ".join(self.question.split())).text
        return Wanted(directory=self.directory, question=question)


class SubmitVoteInput(ToolInput):
    vote: Vote = Field(
        description="complete: nothing that matters is missing by your lens; continue: something "
        "is, and a directory can answer it; cannot validate: what you can read does not tell."
    )
    reason: Text = Field(description="What decides it, in one or two sentences.")
    wanted: tuple[WantedInput, ...] = Field(
        default=(),
        max_length=_MOST,
        description="For continue: the directories that are to be looked at again, each with what "
        "is to be found out. Empty for the other votes.",
    )


def check(call: SubmitVoteInput, context: ToolContext) -> None:
    """ToolError when the vote and what it asks for do not go together."""
    if call.vote is Vote.CONTINUE and not call.wanted:
        raise ToolError("continue names at least one directory and what to find out there")
    if call.vote is Vote.COMPLETE and call.wanted:
        raise ToolError("complete asks for nothing; what is to be asked is a vote for continue")
    check_directories(call.wanted, context)


def check_directories(wanted: tuple[WantedInput, ...], context: ToolContext) -> None:
    """ToolError when one of them has no report."""
    known = {report.path for report in context.reports}
    unknown = [each.directory for each in wanted if each.directory not in known]
    if unknown:
        named = printable_name(", ".join(unknown))
        raise ToolError(f"no directory with a report is called {named}; list_cache names them")


SUBMIT_VOTE = Tool(
    name="submit_vote",
    description="End your work with your vote. Call it exactly once.",
    input=SubmitVoteInput,
    protected=True,
    check=check,
)
