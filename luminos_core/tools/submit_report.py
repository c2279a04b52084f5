"""The `submit_report` tool of the directory pass. The agent loop takes its input."""

from typing import Annotated

from pydantic import Field, StringConstraints

from luminos_core.records.boundary import Boundary, Reached, Sink
from luminos_core.redaction.redact import redact
from luminos_core.tools.tool import Share, Text, Tool, ToolInput

_MOST = 12  # of each kind
_Place = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300)]


class ReachedInput(ToolInput):
    kind: Sink
    what: _Place = Field(description="The call, and where: 'cursor.execute in store.py: find()'.")


class SubmitReportInput(ToolInput):
    summary: Text = Field(
        description="What this directory is and does: 1 sentence if it is small and plain, up to 5."
    )
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
    takes_from_outside: tuple[_Place, ...] = Field(
        default=(),
        max_length=_MOST,
        description="What comes in from beyond the program, and where: 'the body of POST /exports "
        "in views.py: create()'.",
    )
    reaches: tuple[ReachedInput, ...] = Field(
        default=(), max_length=_MOST, description="Where what this code handles goes to."
    )

    @property
    def boundary(self) -> Boundary:
        """Without secrets."""
        return Boundary(
            takes_from_outside=tuple(redact(each).text for each in self.takes_from_outside),
            reaches=tuple(Reached(kind=e.kind, what=redact(e.what).text) for e in self.reaches),
        )


SUBMIT_REPORT = Tool(
    name="submit_report",
    description="End the investigation of this directory with its summary. Call it exactly once, "
    "when everything worth writing down has been written down.",
    input=SubmitReportInput,
    protected=True,
)
