"""Patterns that a person, or a hostile file, has written: RE2 takes linear time for any of them."""

from typing import Any

import re2

_MEMORY = 2 << 20  # bytes of one that is compiled: a file may have thousands


def line_pattern(pattern: str) -> Any:
    """In it ^ and $ are the ends of a line. ValueError, with a clause, when it
    is none that can be used."""
    options = re2.Options()
    options.max_mem = _MEMORY
    options.log_errors = False
    try:
        re2.compile(pattern, options)  # what is wrong with it is said of what was written
        compiled = re2.compile(f"(?m){pattern}", options)
    except re2.error as error:
        said = error.args[0] if error.args else "not understood"
        text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        raise ValueError(f"its pattern cannot be used: {text}") from None
    if compiled.search(""):
        raise ValueError("its pattern also matches no text at all, so it tells nothing")
    return compiled
