"""A response, built from the events of a Messages API stream."""

import json
from collections.abc import Collection, Iterable
from typing import Any

import orjson

from luminos_core.llm.anthropic.sanitize_response import sanitize_blocks, sanitize_call
from luminos_core.llm.failed_attempt import FailedAttempt
from luminos_core.llm.tool_input import read_input
from luminos_core.records.conversation import (
    CUT,
    AssistantMessage,
    ModelResponse,
    StopReason,
    ToolCall,
    Usage,
)
from luminos_core.records.limits import RateLimits
from luminos_core.redaction.redact_record import redact_record
from luminos_core.text.json_text import replace_surrogates

# What a kind of delta carries, and the field of the block that it adds to.
_PIECES = {
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "input_json_delta": ("partial_json", "input"),
}
_RATES = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_write": "cache_creation_input_tokens",
}
# What reading an event or a block raises when it is not of the shape that the API promises.
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)


class ResponseBuilder:
    """Takes a stream's events in order. Only a whole answer becomes a response."""

    def __init__(self, earlier_calls: Collection[str] = ()) -> None:
        """`earlier_calls`: ids that the conversation holds already."""
        self._earlier_calls = earlier_calls
        self.usage = Usage()  # that the server has counted so far
        self.done = False  # the stream has ended
        self.limits: RateLimits | None = None  # of the response's headers
        self._model = ""
        self._stop_reason: str | None = None
        self._refusal: str | None = None
        self._blocks: dict[int, dict[str, Any]] = {}
        self._open: dict[int, dict[str, list[str]]] = {}  # block -> field -> pieces to join

    def append(self, event: dict[str, Any]) -> None:
        """Raises one of MALFORMED for what cannot be read; kinds of events that are not known are
        ignored, as the API asks of its clients."""
        match event["type"]:
            case "message_start":
                self._model = event["message"]["model"]
                self._count(event["message"]["usage"])
            case "content_block_start":
                self._blocks[event["index"]] = dict(event["content_block"])
                self._open[event["index"]] = {}
            case "content_block_delta":
                self._extend(event["index"], event["delta"])
            case "content_block_stop":
                self._close(event["index"])
            case "message_delta":
                self._end(event)
            case "message_stop":
                self.done = True

    def response(self) -> ModelResponse:
        """FailedAttempt unless the answer is whole and we know why it ended."""
        reason = self._known_stop_reason()
        if reason in CUT:  # within a block, whose end some servers leave out
            for index in list(self._open):
                self._close(index)
        try:
            response = self._build(reason)
        except MALFORMED:
            response = None
        if response is None or not self._model or self._open:
            raise FailedAttempt("the answer's parts did not fit together", usage=self.usage)
        return response

    def _count(self, usage: dict[str, int | None]) -> None:
        """Counts are totals so far; one that is left out keeps its value."""
        counted = {
            ours: usage[theirs] for ours, theirs in _RATES.items() if usage.get(theirs) is not None
        }
        self.usage = Usage.model_validate({**self.usage.model_dump(), **counted})

    def _extend(self, index: int, delta: dict[str, Any]) -> None:
        kind = delta["type"]
        if kind in _PIECES:
            theirs, field = _PIECES[kind]
            self._open[index].setdefault(field, []).append(delta[theirs])
        elif kind == "signature_delta":
            self._blocks[index]["signature"] = delta["signature"]

    def _close(self, index: int) -> None:
        """Join a block's pieces once: adding to a long input bit by bit is quadratic."""
        block = self._blocks[index]
        for field, pieces in self._open.pop(index).items():
            joined = "".join(pieces)
            block[field] = joined if field == "input" else block.get(field, "") + joined

    def _end(self, event: dict[str, Any]) -> None:
        self._stop_reason = event["delta"]["stop_reason"]
        self._refusal = (event["delta"].get("stop_details") or {}).get("category")
        self._count(event["usage"])

    def _known_stop_reason(self) -> StopReason:
        if self._stop_reason is None:
            raise FailedAttempt("the stream ended before the answer did", usage=self.usage)
        try:
            return StopReason(self._stop_reason)
        except ValueError:
            reason = f"the answer ended for a reason unknown to us, {self._stop_reason!r}"
            raise FailedAttempt(reason, usage=self.usage) from None

    def _build(self, reason: StopReason) -> ModelResponse:
        arrived = _storable(_with_text_input(self._blocks[index]) for index in sorted(self._blocks))
        read = map(_without_secrets, map(_with_read_input, arrived))
        is_paused = reason is StopReason.PAUSE_TURN
        blocks = sanitize_blocks(read, self._earlier_calls, is_paused=is_paused)
        sanitized = tuple(map(sanitize_call, blocks))
        calls = _calls(blocks, last_is_cut=reason in CUT and self._ends_in_a_call())
        message = AssistantMessage(text=_text(sanitized), calls=calls, blocks=sanitized)
        return ModelResponse(
            message=message,
            stop_reason=reason,
            usage=self.usage,
            limits=self.limits,
            model=self._model,
            refusal_category=self._refusal,
        )

    def _ends_in_a_call(self) -> bool:
        return bool(self._blocks) and self._blocks[max(self._blocks)]["type"] == "tool_use"


def _with_text_input(block: dict[str, Any]) -> dict[str, Any]:
    """A call's input as the text that arrived; an input that came in one piece is none yet."""
    if block["type"] != "tool_use" or isinstance(block["input"], str):
        return block
    return {**block, "input": json.dumps(block["input"])}


def _storable(blocks: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks in valid Unicode. ValueError when a block holds what is no JSON."""
    text = json.dumps(list(blocks), ensure_ascii=False)
    stored: list[dict[str, Any]] = orjson.loads(replace_surrogates(text))
    return stored


def _with_read_input(block: dict[str, Any]) -> dict[str, Any]:
    return {**block, "input": read_input(block["input"])} if block["type"] == "tool_use" else block


def _without_secrets(block: dict[str, Any]) -> dict[str, Any]:
    """What a model says may hold what it decoded. Thinking is signed: it is taken back as
    it is, or not at all."""
    return block if "thinking" in block["type"] else redact_record(block)


def _calls(blocks: Iterable[dict[str, Any]], *, last_is_cut: bool) -> tuple[ToolCall, ...]:
    """A call that is cut may look whole: some servers close its input."""
    calls = [
        ToolCall(id=block["id"], name=block["name"], input=block["input"])
        for block in blocks
        if block["type"] == "tool_use"
    ]
    if last_is_cut:
        calls[-1] = calls[-1].model_copy(update={"is_cut": True})
    return tuple(calls)


def _text(blocks: tuple[dict[str, Any], ...]) -> str:
    return "".join(block["text"] for block in blocks if block["type"] == "text")
