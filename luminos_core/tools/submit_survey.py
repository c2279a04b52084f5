"""The `submit_survey` tool. The agent loop takes its input."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from luminos_core.records.survey import Survey
from luminos_core.tools.tool import Text, Tool, ToolInput


def _confidence(value: Any) -> float:
    """`value` as a share. Garbage is 0.0, which trusts nothing, rather than the end of the pass."""
    if isinstance(value, bool):
        return 0.0
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return 0.0
    return number if 0.0 <= number <= 1.0 else 0.0


class SubmitSurveyInput(ToolInput):
    description: Text = Field(description="What the target is, in 1 to 3 sentences.")
    approach: str = Field(description="How its directories are best investigated.")
    relevant_tools: tuple[str, ...] = Field(description="Names of tools to lean on.")
    skip_tools: tuple[str, ...] = Field(
        description="Names of tools that are of no use in this target. A tool in neither list is "
        "left to the investigator."
    )
    domain_notes: str = Field(description="What an investigator must know of the domain, or ''.")
    confidence: Annotated[float, BeforeValidator(_confidence)] = Field(
        ge=0, le=1, description="How sure you are of all this, 0.0 to 1.0."
    )

    def record(self) -> Survey:
        return Survey(**self.model_dump())


SUBMIT_SURVEY = Tool(
    name="submit_survey",
    description="Say what the target is and how to investigate it. Call it exactly once.",
    input=SubmitSurveyInput,
)
