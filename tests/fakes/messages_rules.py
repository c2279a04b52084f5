"""What the Messages API demands of a request. Each rule answers with a sentence, or with None."""

import hashlib
import json
import re
from collections.abc import Callable, Collection
from itertools import pairwise
from typing import Any

Json = dict[str, Any]

_FIELDS = {
    "model", "max_tokens", "messages", "system", "tools", "tool_choice", "stream",
    "cache_control", "metadata", "thinking", "output_config", "stop_sequences",
}  # fmt: skip
_BREAKPOINTS = 4
_EFFORTS = ("low", "medium", "high", "xhigh", "max")
_ID = re.compile(r"[a-zA-Z0-9_-]+")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def problem(request: Json, paused: Collection[Json] = ()) -> str | None:
    """The first rule that the request breaks. `paused`: the last blocks of the answers that ended
    by `pause_turn`, which alone may stand at the end of a request."""
    broken = (rule(request) for rule in _RULES)
    return next(filter(None, broken), None) or _wrong_end(request, paused)


def signature(request: Json, before: int, words: str) -> str:
    """Of a thinking block: binds it to system, tools and the `before` messages ahead of it."""
    bound = [request.get("system"), request.get("tools"), request["messages"][:before], words]
    return hashlib.sha256(json.dumps(_without_marks(bound)).encode()).hexdigest()


def _known_fields(request: Json) -> str | None:
    extra = sorted(set(request) - _FIELDS)
    missing = sorted({"model", "max_tokens", "messages"} - set(request))
    if extra:
        return f"{extra[0]}: Extra inputs are not permitted"
    return f"{missing[0]}: Field required" if missing else None


def _no_forced_choice(request: Json) -> str | None:
    forced = (request.get("tool_choice") or {}).get("type") in ("any", "tool")
    return "tool_choice: this model cannot be forced to use a tool" if forced else None


def _few_breakpoints(request: Json) -> str | None:
    count = json.dumps(request).count('"cache_control"')
    return f"at most {_BREAKPOINTS} blocks with cache_control" if count > _BREAKPOINTS else None


def _roles_alternate(request: Json) -> str | None:
    roles = [message["role"] for message in request["messages"]]
    if not roles or roles[0] != "user":
        return "messages: the first message must be the user's"
    if any(one == other for one, other in pairwise(roles)):
        return "messages: roles must alternate"
    return None


def _no_empty_content(request: Json) -> str | None:
    for index, message in enumerate(request["messages"]):
        if not message["content"]:
            return f"messages.{index}: content must not be empty"
        for block in _blocks(message):
            if block["type"] == "text" and not block["text"].strip():
                return f"messages.{index}: text content blocks must contain non-whitespace text"
    if any(not block["text"].strip() for block in _listed(request.get("system", []))):
        return "system: text content blocks must contain non-whitespace text"
    return None


def _known_effort(request: Json) -> str | None:
    effort = (request.get("output_config") or {}).get("effort", _EFFORTS[0])
    return None if effort in _EFFORTS else f"output_config.effort: Input should be in {_EFFORTS}"


def _tools_have_names(request: Json) -> str | None:
    names = [tool["name"] for tool in request.get("tools", [])]
    for index, name in enumerate(names):
        if not _NAME.fullmatch(name):
            return f"tools.{index}.name: String should match pattern '^{_NAME.pattern}$'"
    return None if len(names) == len(set(names)) else "tools: Tool names must be unique"


def _calls_can_be_told_apart(request: Json) -> str | None:
    seen: set[str] = set()
    for index, message in enumerate(request["messages"]):
        for block in _blocks(message):
            if block["type"] != "tool_use":
                continue
            if not isinstance(block["input"], dict):
                return f"messages.{index}: tool_use.input: Input should be a valid dictionary"
            if not _NAME.fullmatch(block["name"]):
                return f"messages.{index}: tool_use.name: should match '^{_NAME.pattern}$'"
            if not _ID.fullmatch(block["id"]):
                return f"messages.{index}: tool_use.id: should match '^{_ID.pattern}$'"
            if block["id"] in seen:
                return f"messages.{index}: `tool_use` ids must be unique"
            seen.add(block["id"])
    return None


def _calls_are_answered_once(request: Json) -> str | None:
    messages = request["messages"]
    for index, message in enumerate(messages):
        asked = _ids(messages[index - 1], "tool_use", "id") if index else []
        told = _ids(message, "tool_result", "tool_use_id")
        if sorted(asked) != sorted(told):
            return (
                f"messages.{index}: each tool_use must have one tool_result in the next message: "
                f"asked {asked}, answered {told}"
            )
    return None


def _results_are_in_order(request: Json) -> str | None:
    for index, message in enumerate(request["messages"]):
        kinds = [block["type"] == "tool_result" for block in _blocks(message)]
        if kinds != sorted(kinds, reverse=True):
            return f"messages.{index}: tool_result blocks must come first"
        if any(block.get("is_error") and not block["content"] for block in _blocks(message)):
            return f"messages.{index}: content cannot be empty if `is_error` is true"
    return None


def _thinking_is_unchanged(request: Json) -> str | None:
    for index, message in enumerate(request["messages"]):
        for block in _blocks(message):
            if block["type"] != "thinking":
                continue
            if block["signature"] != signature(request, index, block["thinking"]):
                return f"messages.{index}: thinking blocks cannot be modified"
        if message["role"] == "assistant" and _blocks(message)[-1]["type"] == "thinking":
            return f"messages.{index}: The final block in an assistant message cannot be `thinking`"
    return None


def _wrong_end(request: Json, paused: Collection[Json]) -> str | None:
    last = request["messages"][-1]
    if last["role"] == "user":
        return None
    block = _blocks(last)[-1]
    if block["type"] == "tool_use":
        return "messages: the last tool_use has no tool_result"
    if block.get("text", "") != block.get("text", "").rstrip():
        return "messages: final assistant content cannot end with trailing whitespace"
    if block not in [_stripped(one) for one in paused]:
        return "messages: This model does not support assistant message prefill"
    return None


_RULES: tuple[Callable[[Json], str | None], ...] = (
    _known_fields,
    _no_forced_choice,
    _few_breakpoints,
    _roles_alternate,
    _no_empty_content,
    _known_effort,
    _tools_have_names,
    _calls_can_be_told_apart,
    _calls_are_answered_once,
    _results_are_in_order,
    _thinking_is_unchanged,
)


def _blocks(message: Json) -> list[Json]:
    return _listed(message["content"])


def _listed(content: Any) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _stripped(block: Json) -> Json:
    return {**block, "text": block["text"].rstrip()} if "text" in block else block


def _ids(message: Json, kind: str, field: str) -> list[str]:
    return [block[field] for block in _blocks(message) if block["type"] == kind]


def _without_marks(value: Any) -> Any:
    """Cache breakpoints move from call to call and are no part of what is said."""
    if isinstance(value, dict):
        return {k: _without_marks(v) for k, v in sorted(value.items()) if k != "cache_control"}
    return [_without_marks(item) for item in value] if isinstance(value, list) else value
