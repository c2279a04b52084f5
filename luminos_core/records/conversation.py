"""One conversation with a model: requests, responses and their token usage."""

from enum import StrEnum
from typing import Literal

from pydantic import JsonValue

from luminos_core.records.base import Record
from luminos_core.records.limits import RateLimits
from luminos_core.records.outline import Detail

Effort = Literal["low", "medium", "high", "xhigh", "max"]


class StopReason(StrEnum):
    """Why a turn ended, in the Messages API's own words."""

    TOOL_USE = "tool_use"
    END_TURN = "end_turn"
    MAX_TOKENS = "max_tokens"
    CONTEXT_EXCEEDED = "model_context_window_exceeded"
    REFUSAL = "refusal"
    PAUSE_TURN = "pause_turn"


CUT = (StopReason.MAX_TOKENS, StopReason.CONTEXT_EXCEEDED)


class ToolSpec(Record):
    """A tool as a model sees it."""

    name: str
    description: str
    input_schema: dict[str, JsonValue]  # JSON schema, derived from the tool's input type


class ToolCall(Record):
    """A call as the model sent it: `input` is unvalidated JSON, or a text that could not be read as
    JSON (`llm/tool_input.py`)."""

    id: str
    name: str
    input: JsonValue
    is_cut: bool = False  # the answer ended within it: its input may lack something


class ToolResult(Record):
    call_id: str
    text: str
    is_error: bool = False
    detail: Detail | None = None  # what `text` was rendered from; read by `static` only


class UserMessage(Record):
    """What we say: results first, then text."""

    results: tuple[ToolResult, ...] = ()
    text: str = ""


class AssistantMessage(Record):
    """The model's message. `blocks` are the provider's own, sent back byte for byte."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    blocks: tuple[dict[str, JsonValue], ...] = ()

    def __add__(self, rest: "AssistantMessage") -> "AssistantMessage":
        """A message that was paused, and its continuation."""
        return AssistantMessage(
            text=self.text + rest.text,
            calls=self.calls + rest.calls,
            blocks=self.blocks + rest.blocks,
        )


Message = UserMessage | AssistantMessage


class Usage(Record):
    """Tokens of one call or of many, by the four rates they are billed at."""

    input: int = 0  # neither read from nor written to the cache
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0

    @property
    def context(self) -> int:
        """Tokens the model had before it: the size of this call's context."""
        return self.input + self.cache_read + self.cache_write

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            input=self.input + other.input,
            output=self.output + other.output,
            cache_read=self.cache_read + other.cache_read,
            cache_write=self.cache_write + other.cache_write,
        )


class ModelRequest(Record):
    """One model call."""

    model: str
    system: str
    tools: tuple[ToolSpec, ...]
    messages: tuple[Message, ...]
    max_tokens: int
    effort: Effort | None = None  # None: the model's own default
    # What the server is asked to keep for later calls, at a price that only these repay.
    keeps_prefix: bool = True  # tools and system
    kept_messages: int | None = None  # the first of them, with the prefix; None: all


class ModelResponse(Record):
    """One answer."""

    message: AssistantMessage
    stop_reason: StopReason
    usage: Usage = Usage()
    model: str  # as the server names it
    refusal_category: str | None = None
    limits: RateLimits | None = None  # of the response's headers, if there were any

    @property
    def was_cut(self) -> bool:
        return self.stop_reason in CUT

    @property
    def has_whole_calls(self) -> bool:
        return any(not call.is_cut for call in self.message.calls)
