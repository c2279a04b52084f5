"""Whether a name is compared with what is allowed, in a condition of a function.

A pattern for each name takes longer to compile than to search a function by it: these are of what
stands before a name and after it.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import re2

_CONDITION = (
    r"(?:\bif|\bunless|\bassert|\bguard|\bwhen|\bswitch|\bcase|\belif|\bwhile|\brequire|\bcheck"
    r"|\bmatch)\b(?:[^\n]{0,120}|\s*\(\s*\n[^:{};]{0,500})"
)
_AFTER = (  # the condition, which names it first: `name in allowed`, `name.isalnum`
    r"[\s)]*(?:\.\w+\([^()\n]*\))?\s*(?:!\s*|not\s+)?\bin\b\s*[\w\[({]"
    r"|\.(?:isalnum|isdigit|isalpha|isidentifier|match\w*|startswith|startsWith|StartsWith"
    r"|start_with\?|is_relative_to|starts_with|all)\b"
)
_AFTER_SIGIL = r"\}?[\"']?\s*=~"  # `$name =~`
_BEFORE = (  # a condition that names it last: `isValid(name`, `ALLOWED[name`
    r"(?:includes|contains|has|Contains|ContainsKey|containsKey|include\?|key\?|in_array|indexOf"
    r"|test|check_\w*|check[A-Z]\w*|fullmatch|match|Match|MatchString|IsMatch|matches|preg_match|valid\w*|[iI]s[_A-Z]\w*"
    r"|allow\w*|ALLOW\w*|common(?:path|prefix)|urlparse|urlsplit|HasPrefix|hasPrefix)"
    r"\s*[(!?]?[^\n]{0,80}"
    r"|\b(?:\w*ALLOWED\w*|\w*WHITELIST\w*|[a-z]*[aA]llowed\w*)\b[^\n]{0,40}"
)
_SIGIL = r"\$\{?"
_LONGEST = 20_000  # characters of a function in which comparisons are looked for
_FAR = 2_000  # characters before a name
_NEAR = 500  # characters after it


class Comparisons:
    """Of one function."""

    def __init__(self, text: str) -> None:
        self._text = text if len(text) < _LONGEST and _keyword().search(text) else ""

    def check(self, name: str) -> bool:
        """Whether `name` is compared."""
        return any(self._is_checked(start, start + len(name)) for start in self._places(name))

    def _places(self, name: str) -> Iterator[int]:
        """Of the name as a word of its own."""
        start = self._text.find(name) if name else -1
        while start >= 0:
            end = start + len(name)
            if self._is_boundary(start) and self._is_boundary(end):
                yield start
            start = self._text.find(name, start + 1)

    def _is_boundary(self, place: int) -> bool:
        before, after = self._text[max(place - 1, 0) : place], self._text[place : place + 1]
        return _is_word(before) is not _is_word(after)

    def _is_checked(self, start: int, end: int) -> bool:
        before = self._text[max(start - _FAR, 0) : start]
        after = self._text[end : end + _NEAR]
        if _ending(_BEFORE).search(before):
            return True
        if _beginning(_AFTER).match(after) and _ending("").search(before):
            return True
        is_named = _beginning(_AFTER_SIGIL).match(after)
        return bool(is_named and _ending(_SIGIL).search(before))


def _is_word(sign: str) -> bool:
    return sign.isascii() and (sign.isalnum() or sign == "_")


@cache
def _keyword() -> Any:
    return re2.compile(_CONDITION.partition("(?:[^")[0])


@cache
def _ending(pattern: str) -> Any:
    """Of what stands before a name in a condition."""
    return re2.compile(rf"(?:{_CONDITION})(?:{pattern})\z")


@cache
def _beginning(pattern: str) -> Any:
    return re2.compile(pattern)
