"""How the patterns of this room are compiled."""

from functools import cache
from typing import Any

import re2


def bytes_options() -> Any:
    """For patterns over any bytes."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # a byte is a character, so any input is valid
    options.log_errors = False
    return options


@cache
def compiled(pattern: str) -> Any:
    """A pattern for texts, compiled once."""
    return re2.compile(pattern)
