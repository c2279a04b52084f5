"""What one agent is asked to do, and with which tools."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import JsonValue

from luminos_core.digest import digest_json
from luminos_core.records.conversation import Effort, ToolSpec
from luminos_core.tools.registry import specs_of
from luminos_core.tools.tool import AgentState, Tool, ToolContext, ToolInput


@dataclass(frozen=True)
class AgentTask:
    """Exactly one of the tools is a submission: it has no function, and its valid input ends the
    loop."""

    pass_name: str
    label: str  # the directory's path in events; "(survey)" and the like for the other passes
    system: str
    first_message: str
    tools: tuple[Tool[Any], ...]
    tool_context: ToolContext
    turns: int
    answer_tokens: int = 0  # that one answer may need, if that is more than usual
    effort: Effort | None = None  # None: the one that is set for the model
    likely_answer: int = 0  # tokens of the longest answer that is likely; 0: not known
    to_read: frozenset[str] | None = None  # files that the first message leaves; None: not known
    shares_prefix: bool = True  # other conversations of the run have the same tools and system
    part: int = 1  # of the work at one directory; each is a conversation
    known: frozenset[str] = frozenset()  # the directory's own files that were described before
    turns_before: int = 0  # used by this run's earlier parts
    name: str = ""  # of the conversation in the store; "" to derive it from the text
    shorter: Callable[[int], str] | None = None
    """A first message with at most so many bytes of files, for a request that is too large; None
    when the message cannot be shorter."""
    borrow: Callable[[ToolInput, int], int] | None = None
    """The turns to add after a submission that comes in the last turn, whose number is the second
    argument; 0 to accept it."""

    @property
    def state(self) -> AgentState:
        return self.tool_context.state

    @property
    def submission(self) -> Tool[Any]:
        return next(tool for tool in self.tools if tool.run is None)

    @cached_property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools as a model sees them."""
        return specs_of(self.tools)

    def conversation_name(self, model_id: str) -> str:
        """The name of its transcript: the same whenever the same is asked."""
        if self.name:
            return self.name
        asked: JsonValue = [
            self.pass_name,
            model_id,
            self.system,
            self.first_message,
            self.turns,
        ]
        return f"{self.pass_name}-{digest_json(asked)}"

    def turns_left(self, turns: int) -> str:
        """The sentence that tells the model; the end of a loop can be asked for, not forced."""
        if turns == 1:
            return f"One turn is left. Use it to call {self.submission.name}."
        return f"{turns} of your turns are left."
