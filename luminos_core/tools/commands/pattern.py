"""Patterns of a model, compiled so that no pattern takes longer than its text."""

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Any, Literal

import re2

from luminos_core.errors import ToolError

Syntax = Literal["basic", "extended", "fixed"]

_TOKEN = re.compile(r"\[[^]]*]?|\\?.", re.DOTALL)  # a class, or one character
_RE2 = {r"\<": r"\b", r"\>": r"\b", "\\": r"\\"}  # what RE2 writes differently
_SWAPPED = frozenset("+?|(){}")  # plain in a basic pattern, special after a backslash


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


@lru_cache(maxsize=64)
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
    tokens = _TOKEN.findall(pattern)
    return "".join(_from_basic(token) if basic else _RE2.get(token, token) for token in tokens)


def _from_basic(token: str) -> str:
    if token in _SWAPPED:
        return f"\\{token}"
    if token.startswith("\\") and token[1:] in _SWAPPED:
        return token[1:]
    return _RE2.get(token, token)


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
