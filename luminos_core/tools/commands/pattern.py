"""Patterns of a model, compiled so that no pattern takes longer than its text."""

import re
from collections.abc import Callable, Iterator, Sequence
from fnmatch import translate
from functools import lru_cache
from typing import Any, Literal

import re2

from luminos_core.errors import ToolError

Syntax = Literal["basic", "extended", "fixed"]

# RE2 takes a step for each byte of a text, and at worst one for each instruction and byte.
_PROGRAM = 5_000  # instructions
_STEPS = 1 << 26  # without a look at the clock: half a second
OVERLAP = 1 << 10  # bytes of the next piece: a match that is longer may be missed
_TOKEN = re.compile(r"\[[^]]*]?|\\?.", re.DOTALL)  # a class, or one character
_RE2 = {r"\<": r"\b", r"\>": r"\b", "\\": r"\\"}  # what RE2 writes differently
_SHOWN = 1_000  # characters of a pattern in an error
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


def matches(expression: Any, line: bytes, check: Callable[[], None]) -> Iterator[Any]:
    """The matches in `line`, which is searched piece by piece; `check` is called in between."""
    piece, position = piece_size(expression), 0
    for start in range(0, len(line) + 1, piece):
        check()
        for match in expression.finditer(line, max(start, position), start + piece + OVERLAP):
            check()
            if match.start() >= start + piece:
                break  # the next piece has the whole of it
            yield match
            position = match.end()


def piece_size(expression: Any) -> int:
    """The bytes of a line that are searched at a time."""
    return int(_STEPS // expression.programsize)


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
    shown = repr(pattern.decode("utf-8", "surrogatepass")[:_SHOWN])
    try:
        expression = re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0]
        if isinstance(reason, bytes):
            reason = reason.decode("utf-8", "replace")
        raise ToolError(
            f"the pattern {shown} cannot be used: {reason} (RE2 has no look-around and no "
            "back-references)"
        ) from None
    if expression.programsize > _PROGRAM:
        raise ToolError(
            f"the pattern {shown} is too large to search with; use fewer alternatives, and * or + "
            "in place of {n,m}"
        )
    return expression
