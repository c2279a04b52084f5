"""The `submit_plan` tool. The agent loop takes its input."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from luminos_core.records.plan import Order, Plan
from luminos_core.tools.tool import Tool, ToolInput

_PRIORITY_TURNS = 15  # of a priority directory whose number of turns is missing or no number


def _turns(value: Any) -> int:
    """`value` as a number of turns: 0, -3, "many" and null would be a loop that never runs."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _PRIORITY_TURNS
    if value != value // 1 or value < 1:  # a fraction; NaN and infinity are unequal here too
        return _PRIORITY_TURNS
    return int(value)


class PriorityInput(ToolInput):
    path: str = Field(description="The directory, relative to the target; the root is '.'.")
    reason: str = Field(default="", description="Why it deserves depth, in one sentence.")
    suggested_turns: Annotated[int, BeforeValidator(_turns)] = Field(
        default=_PRIORITY_TURNS, description="Turns it should get, 15 to 20; 25 at most."
    )


class ListedInput(ToolInput):
    path: str = Field(description="The directory, relative to the target.")
    reason: str = Field(default="", description="Why, in one sentence.")


class SubmitPlanInput(ToolInput):
    priority_dirs: tuple[PriorityInput, ...] = Field(
        description="Directories where depth pays most."
    )
    shallow_dirs: tuple[ListedInput, ...] = Field(
        description="Directories for which a glance is enough."
    )
    skip_dirs: tuple[ListedInput, ...] = Field(
        description="Directories not worth any turn: generated, vendored, fixtures."
    )
    investigation_order: Order = Field(
        description="leaf-first, or priority-first to look at what matters before the rest."
    )
    notes: str = Field(description="What every investigator should know, or ''.")

    def record(self) -> Plan:
        return Plan(**self.model_dump())


SUBMIT_PLAN = Tool(
    name="submit_plan",
    description="Say where depth pays. A directory you do not list gets the default number of "
    "turns, so list only the exceptions. Call it exactly once.",
    input=SubmitPlanInput,
)
