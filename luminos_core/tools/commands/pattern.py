"""Patterns of a model, compiled so that no pattern takes longer than its text."""

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Any, Literal

import re2

from luminos_core.errors import ToolError

Syntax = Literal["basic", "extended", "fixed"]

_SWAPPED = frozenset("+?|(){}")  # plain in a basic pattern, special after a backslash
_WORD_BOUNDARIES = frozenset("<>")


def compile_patterns(
    patterns: Sequence[str], syntax: Syntax, *, ignore_case: bool, whole: str
) -> Any:
    """An RE2 object over bytes. `whole` is "", "word" or "line". ToolError for a bad pattern."""
    joined = "|".join(f"(?:{_to_re2(pattern, syntax)})" for pattern in patterns)
    if whole == "word":
        joined = rf"\b(?:{joined})\b"
    elif whole == "line":
        joined = f"^(?:{joined})$"
    return _compiled(joined.encode("utf-8", "surrogatepass"), ignore_case)


def compile_glob(glob: str, *, ignore_case: bool = False) -> re.Pattern[str]:
    """A shell's pattern for whole file names: `*`, `?`, `[abc]`, `[!abc]`. The standard library's
    expression does not backtrack into a `*`."""
    return re.compile(translate(glob.replace("[^", "[!")), re.IGNORECASE if ignore_case else 0)


def _to_re2(pattern: str, syntax: Syntax) -> str:
    if syntax == "fixed":
        return str(re2.escape(pattern))
    return _from_posix(pattern, basic=syntax == "basic")


def _from_posix(pattern: str, *, basic: bool) -> str:
    r"""`\<` and `\>` become word boundaries; a basic pattern swaps the meaning of `\|` and `|`."""
    pieces: list[str] = []
    characters = iter(pattern)
    in_class = False
    for character in characters:
        if character == "\\" and not in_class:
            following = next(characters, "\\")
            if following in _WORD_BOUNDARIES:
                pieces.append(r"\b")
            else:
                pieces.append(following if basic and following in _SWAPPED else f"\\{following}")
            continue
        if character in "[]":
            in_class = character == "["
        swapped = basic and character in _SWAPPED and not in_class
        pieces.append(f"\\{character}" if swapped else character)
    return "".join(pieces)


@lru_cache(maxsize=64)
def _compiled(pattern: bytes, ignore_case: bool) -> Any:
    options = re2.Options()
    options.case_sensitive = not ignore_case
    options.log_errors = False
    options.dot_nl = True
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        if isinstance(reason, bytes):
            reason = reason.decode("utf-8", "replace")
        shown = pattern.decode("utf-8", "surrogatepass")
        raise ToolError(
            f"the pattern {shown!r} cannot be used: {reason} (RE2 has no look-around and no "
            "back-references)"
        ) from None
