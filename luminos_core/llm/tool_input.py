"""The input of a tool call, as a model wrote it, in a form that can be stored and sent back."""

import orjson
from pydantic import JsonValue

MOST_LEVELS = 16  # of arrays and objects within each other; no tool has half as many


def read_input(text: str) -> JsonValue:
    """The JSON value in `text`; `text` itself, which every tool refuses, when there is none that
    can be stored: it is cut or malformed, too deep, or holds NaN, an infinite number or half of a
    surrogate pair. An integer over 64 bits becomes a float, which no integer of a tool accepts."""
    try:
        value: JsonValue = orjson.loads(text or "{}")
    except ValueError:
        return text
    return value if _fits(value, MOST_LEVELS) else text


def _fits(value: JsonValue, levels: int) -> bool:
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return True
    return levels > 0 and all(_fits(item, levels - 1) for item in value)
