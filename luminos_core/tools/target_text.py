"""Text of the target as a model sees it: numbered, and delimited as data."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import re2

_START, _END = "<target_text>", "</target_text>"


def numbered(lines: Iterable[str], first: int = 1) -> str:
    """Each line after its number and a tab."""
    return "\n".join(f"{number}\t{line}".rstrip("\r") for number, line in enumerate(lines, first))


def delimit(text: str) -> str:
    """`text` between delimiters that it cannot contain, each on a line of its own."""
    return f"{_START}\n{escape_delimiters(text)}\n{_END}"


def escape_delimiters(text: str) -> str:
    """`text` without a delimiter, or an end of the block of files in a first message."""
    return str(_delimiters().sub(r"&lt;\1", text))


@cache
def _delimiters() -> Any:
    return re2.compile(r"(?i)<(\s*/?\s*target_text|\s*/\s*files\b)")
