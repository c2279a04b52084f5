"""Patterns of the languages' table and of the rules, compiled once."""

from functools import cache
from typing import Any

import re2

_NOTHING = r"[^\s\S]"


@cache
def compiled(pattern: str) -> Any:
    """Of "" one that nothing matches."""
    return re2.compile(pattern or _NOTHING)
