"""What a fake Messages server can answer: replies, and the ways in which a reply can fail."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Block = dict[str, Any]


def text(words: str) -> Block:
    return {"type": "text", "text": words}


def thinking(words: str) -> Block:
    """Signed by the server when it is sent."""
    return {"type": "thinking", "thinking": words, "signature": ""}


def tool_use(name: str, tool_input: Any, call_id: str | None = None) -> Block:
    """A call; a string is sent as it is, as cut or malformed JSON. The server makes up the ids
    that are None."""
    return {"type": "tool_use", "id": call_id, "name": name, "input": tool_input}


@dataclass(frozen=True)
class Tokens:
    """What the server counts; a field that is None is counted from the request or the reply."""

    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None


@dataclass(frozen=True)
class Reply:
    """A whole answer. `stop_reason` is "tool_use" when there are calls, else "end_turn"."""

    blocks: tuple[Block, ...] = ()
    stop_reason: str | None = None
    tokens: Tokens = Tokens()
    model: str | None = None  # the request's
    refusal_category: str | None = None
    after_seconds: float = 0.0  # before the first byte
    unknown_events: bool = False  # also send kinds of events that no client knows
    headers: Mapping[str, str] = field(default_factory=dict)


def reply(*blocks: Block, **fields: Any) -> Reply:
    return Reply(blocks=blocks, **fields)


@dataclass(frozen=True)
class Failure:
    """An HTTP error, with the API's body for it unless `content` is given."""

    status: int
    kind: str = "api_error"
    message: str = "it failed"
    error_code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    content: str | None = None


@dataclass(frozen=True)
class ErrorEvent:
    """The stream begins with status 200 and then tells of an error."""

    kind: str = "overloaded_error"
    message: str = "Overloaded"
    reply: Reply = Reply((text("Half a sen"),))


@dataclass(frozen=True)
class Cut:
    """The connection ends within the body, after `after` bytes of it."""

    reply: Reply
    after: int


@dataclass(frozen=True)
class NoEnd:
    """The body ends properly, but without message_delta and message_stop."""

    reply: Reply


@dataclass(frozen=True)
class Stall:
    """Silence: before the headers, or after `after` bytes of the body."""

    reply: Reply = Reply((text("It never"),))
    after: int | None = None  # None: not even headers


@dataclass(frozen=True)
class Pings:
    """message_start, then pings for ever."""

    every: float = 0.05  # seconds


@dataclass(frozen=True)
class Drip:
    """A whole reply, byte after byte."""

    reply: Reply
    every: float = 0.01  # seconds


@dataclass(frozen=True)
class Raw:
    """Status 200 and any body."""

    content: str
    content_type: str = "text/event-stream"


@dataclass(frozen=True)
class Wire:
    """These bytes on the connection, be they HTTP or not, and its end."""

    content: bytes


Answer = Reply | Failure | ErrorEvent | Cut | NoEnd | Stall | Pings | Drip | Raw | Wire


def event(name: str, **fields: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps({'type': name, **fields})}\n\n".encode()


def beginning(message_id: str, model: str, usage: Mapping[str, int]) -> bytes:
    message = {
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {**usage, "output_tokens": 1},
    }
    return event("message_start", message=message) + event("ping")


def body(one: Reply) -> Iterator[bytes]:
    """The events of all blocks, in deltas of a few characters."""
    if one.unknown_events:
        yield event("weather_report", sky="clear")
    for index, block in enumerate(one.blocks):
        yield from _block_events(index, block)


def ending(one: Reply, usage: Mapping[str, int]) -> bytes:
    reason = one.stop_reason
    if reason is None:
        calls = any(block["type"] == "tool_use" for block in one.blocks)
        reason = "tool_use" if calls else "end_turn"
    delta: Block = {"stop_reason": reason, "stop_sequence": None}
    if one.refusal_category:
        delta["stop_details"] = {"type": "refusal", "category": one.refusal_category}
    return event("message_delta", delta=delta, usage=dict(usage)) + event("message_stop")


def _block_events(index: int, block: Block) -> Iterator[bytes]:
    yield event("content_block_start", index=index, content_block=_opening(block))
    for delta in _deltas(block):
        yield event("content_block_delta", index=index, delta=delta)
    yield event("content_block_stop", index=index)


def _opening(block: Block) -> Block:
    empty = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}}
    return {**block, **empty.get(block["type"], {"input": {}})}


def _deltas(block: Block) -> Iterator[Block]:
    if block["type"] == "text":
        for piece in _pieces(block["text"]):
            yield {"type": "text_delta", "text": piece}
    elif block["type"] == "thinking":
        for piece in _pieces(block["thinking"]):
            yield {"type": "thinking_delta", "thinking": piece}
        yield {"type": "signature_delta", "signature": block["signature"]}
    else:
        raw = block["input"]
        for piece in _pieces(raw if isinstance(raw, str) else json.dumps(raw)):
            yield {"type": "input_json_delta", "partial_json": piece}


def _pieces(words: str) -> Iterator[str]:
    size = max(24, len(words) // 100)
    yield from (words[start : start + size] for start in range(0, len(words), size))
