"""The work of one loop."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from pydantic import JsonValue

from luminos_core.digest import digest_json
from luminos_core.records.briefing import Briefing
from luminos_core.records.conversation import ToolSpec
from luminos_core.records.cost import Pass
from luminos_core.tools.tool import Tool, ToolContext, ToolInput


@dataclass(frozen=True)
class AgentTask:
    """What is asked, with which tools, in how many turns. Exactly one tool is a submission."""

    pass_name: Pass
    label: str  # the directory's path in events; "(survey)" and the like for the other passes
    system: str
    task: str
    briefing: Briefing
    tools: tuple[Tool[Any], ...]
    tool_context: ToolContext
    turns: int
    name: str = ""  # of the conversation, in the store; "" for one made of what is asked
    shorter: Callable[[], str] | None = None
    """A task with all that is known by now and without text of files, to begin anew with when a
    request is too large; None when the task cannot be shorter."""
    extend: Callable[[ToolInput, int], int] | None = None
    """Turns lent for a submission that comes in the last one, whose number is the second."""

    def conversation(self, model_id: str) -> str:
        """The name under which its transcript is kept: the same whenever the same is asked."""
        if self.name:
            return self.name
        asked: JsonValue = [self.pass_name, model_id, self.system, self.task, self.turns]
        return f"{self.pass_name}-{digest_json(asked)}"

    @cached_property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools as a model sees them."""
        return tuple(_spec(tool) for tool in self.tools)

    @property
    def submission(self) -> Tool[Any]:
        """The tool whose valid input ends the loop."""
        return next(tool for tool in self.tools if tool.run is None)


@cache
def _spec(tool: Tool[Any]) -> ToolSpec:
    """A schema takes a millisecond to derive and never changes."""
    return tool.spec()
