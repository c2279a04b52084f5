"""Text of the target as a model sees it: numbered, and marked as data."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import re2

_START, _END = "<target_text>", "</target_text>"


def numbered(lines: Iterable[str], first: int = 1) -> str:
    """Each line after its number and a tab."""
    return "\n".join(f"{number}\t{line}".rstrip("\r") for number, line in enumerate(lines, first))


def framed(text: str) -> str:
    """`text` between marks that it cannot forge, each on a line of its own."""
    return f"{_START}\n{unforged(text)}\n{_END}"


def unforged(text: str) -> str:
    """`text` with every mark in it escaped, and every end of the first message's block of files."""
    return str(_forgeries().sub(r"&lt;\1", text))


@cache
def _forgeries() -> Any:
    return re2.compile(r"(?i)<(\s*/?\s*target_text|\s*/\s*files\b)")
