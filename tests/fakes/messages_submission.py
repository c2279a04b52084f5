"""A script for an agent that submits at once: the smallest input its submission's schema allows."""

from typing import Any, Protocol

from tests.fakes.messages_replies import Reply, reply, tool_use

_WORDS = "A folder of source files."


class Request(Protocol):
    @property
    def json(self) -> Any: ...


def submits_at_once(request: Request) -> Reply:
    """Calls the first tool whose name begins with `submit`."""
    tool = next(t for t in request.json["tools"] if t["name"].startswith("submit"))
    schema = tool["input_schema"]
    return reply(tool_use(tool["name"], least(schema, schema.get("$defs", {}))))


def least(schema: dict[str, Any], defs: dict[str, Any]) -> Any:
    """A value of `schema`: required fields only, first choices, middling numbers."""
    if "$ref" in schema:
        return least(defs[schema["$ref"].rpartition("/")[2]], defs)
    if "anyOf" in schema:
        return least(schema["anyOf"][0], defs)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        return {name: least(properties[name], defs) for name in schema.get("required", [])}
    if schema.get("type") == "array":
        return [least(schema["items"], defs) for _ in range(schema.get("minItems", 0))]
    return _plain(schema)


def _plain(schema: dict[str, Any]) -> Any:
    words = _WORDS[: schema.get("maxLength", len(_WORDS))]
    plain = {"number": 0.9, "integer": max(1, schema.get("minimum", 1)), "boolean": False}
    return plain.get(schema["type"], words)
