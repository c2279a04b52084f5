"""Patterns over bytes of a hostile tree: RE2 takes linear time whatever the pattern or the text."""

import functools
from typing import Any

import re2


def compile_bytes(pattern: bytes) -> Any:
    """A compiled pattern over bytes; re2.error when RE2 cannot read it."""
    return re2.compile(pattern, _options())


def pattern_set(patterns: list[bytes]) -> Any:
    """A set whose `Match(text)` gives the indices of all patterns found in `text`."""
    together = re2.Set.SearchSet(_options())
    for pattern in patterns:
        together.Add(pattern)
    together.Compile()
    return together


@functools.cache
def _options() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # a byte is a character
    options.log_errors = False
    options.dot_nl = True
    options.max_mem = 64 << 20  # bytes; room for the rules of large trees
    return options
