"""Our records as the body of a Messages API request."""

import orjson
from pydantic import JsonValue

from luminos_core.records.conversation import (
    AssistantMessage,
    Message,
    ModelRequest,
    ToolResult,
    ToolSpec,
    UserMessage,
)

Block = dict[str, JsonValue]

# The prefix up to a breakpoint is what the server keeps for five minutes.
_BREAKPOINT: Block = {"type": "ephemeral"}


def request_body(request: ModelRequest) -> Block:
    """The request's JSON. Tools and system depend on nothing but their records, so all calls of a
    pass share that prefix byte for byte.

    At most two breakpoints: one ends the system text, written once and read by every conversation
    of the run; one ends the messages that a later call of this conversation will read.
    """
    body = _said(request)
    if request.system and request.keeps_prefix:
        body["system"] = [{"type": "text", "text": request.system, "cache_control": _BREAKPOINT}]
    kept = len(request.messages) if request.kept_messages is None else request.kept_messages
    if kept == len(request.messages):
        body["cache_control"] = _BREAKPOINT  # the server moves it to the last block
    elif kept:
        body["messages"] = [
            _marked(message) if number == kept else _message(message)
            for number, message in enumerate(request.messages, 1)
        ]
    return body


def request_bytes(request: ModelRequest) -> bytes:
    """The body in one canonical form: what a request's digest and size are taken of. Breakpoints
    change the price and not the answer, so they are no part of it."""
    return orjson.dumps(_said(request), option=orjson.OPT_SORT_KEYS)


def _said(request: ModelRequest) -> Block:
    """The body without breakpoints."""
    body: Block = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "messages": [_message(message) for message in request.messages],
    }
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    if request.effort:
        body["output_config"] = {"effort": request.effort}
    if request.system:
        body["system"] = [{"type": "text", "text": request.system}]
    return body


def call_ids(request: ModelRequest) -> frozenset[str]:
    """The ids of the conversation's tool calls so far."""
    ours = (message for message in request.messages if isinstance(message, AssistantMessage))
    return frozenset(call.id for message in ours for call in message.calls)


def _tool(tool: ToolSpec) -> Block:
    return {
        "name": tool.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
    }


def _marked(message: Message) -> Block:
    """With a breakpoint after its last block. A message of the model's has none, since no block of
    thinking may have one."""
    if isinstance(message, AssistantMessage):
        return _message(message)
    content: list[JsonValue] = list(_user_content(message))
    content[-1] = {**_user_content(message)[-1], "cache_control": _BREAKPOINT}
    return {"role": "user", "content": content}


def _message(message: Message) -> Block:
    if isinstance(message, AssistantMessage):
        return {"role": "assistant", "content": _assistant_content(message)}
    return {"role": "user", "content": list(_user_content(message))}


def _user_content(message: UserMessage) -> list[Block]:
    """Results first: the API refuses text before them."""
    content: list[Block] = [_result(result) for result in message.results]
    if message.text:
        content.append({"type": "text", "text": message.text})
    return content


def _result(result: ToolResult) -> Block:
    block: Block = {
        "type": "tool_result",
        "tool_use_id": result.call_id,
        "content": result.text or "(nothing)",  # an empty text is refused
    }
    if result.is_error:
        block["is_error"] = True
    return block


def _assistant_content(message: AssistantMessage) -> list[JsonValue]:
    """The provider's own blocks as they came, or, for a message of another model's, new ones."""
    if message.blocks:
        return list(message.blocks)
    content: list[JsonValue] = [{"type": "text", "text": message.text}] if message.text else []
    for call in message.calls:
        content.append({"type": "tool_use", "id": call.id, "name": call.name, "input": call.input})
    return content
