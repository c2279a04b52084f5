"""Patterns of the languages' table and of the rules, compiled once."""

from functools import cache, lru_cache
from typing import Any

import re2

_NOTHING = r"[^\s\S]"


@cache
def compiled(pattern: str) -> Any:
    """Of "" one that nothing matches."""
    return re2.compile(pattern or _NOTHING)


@lru_cache(maxsize=20_000)
def fits(pattern: str, name: str) -> bool:
    """Whether the pattern is all of a name: the same names come again and again."""
    return compiled(pattern).fullmatch(name) is not None
