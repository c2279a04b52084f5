"""The marks between which a model sees words of the target: it can tell them from ours, and they
cannot end their marks themselves."""

from functools import cache
from typing import Any

import re2

OPENING, CLOSING = "<target_text>", "</target_text>"


def framed(text: str) -> str:
    """`text` between the marks, each on a line of its own."""
    return f"{OPENING}\n{unforged(text)}\n{CLOSING}"


def unforged(text: str) -> str:
    """`text` in which nothing reads like a mark, or like the end of the block of a first message
    in which marked text stands."""
    return str(_forgeries().sub(r"&lt;\1", text))


@cache
def _forgeries() -> Any:
    """The first character of each, and what follows it."""
    return re2.compile(r"(?i)<(\s*/?\s*target_text|\s*/\s*files\b)")
