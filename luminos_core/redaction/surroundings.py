"""The lines around keywords: patterns that would be slow on a whole text are tried there alone."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.patterns import bytes_options
from luminos_core.redaction.rules import Rule

_LINES_AFTER = 3  # line feeds after a keyword: an element's value may stand on lines of its own
_BEFORE, _AFTER = 400, 2_000  # bytes at most, in a text of long lines

Range = tuple[int, int]  # offsets


class Surroundings:
    """Of one text. Rules often share their keywords, which are then searched for once."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._known: dict[tuple[str, ...], tuple[Range, ...]] = {}

    def of(self, rule: Rule) -> tuple[Range, ...]:
        """The ranges in which the rule is tried, in order; none overlap."""
        if not rule.nearby:
            return ((0, len(self._content)),)
        if rule.keywords not in self._known:
            self._known[rule.keywords] = tuple(self._merged(rule.keywords))
        return self._known[rule.keywords]

    def _merged(self, keywords: tuple[str, ...]) -> Iterator[Range]:
        start = end = 0
        for match in _finder(keywords).finditer(self._content):
            first, last = self._around(match.start(), match.end())
            if first > end:
                if end:
                    yield start, end
                start = first
            end = max(last, end)
        if end:
            yield start, end

    def _around(self, start: int, end: int) -> Range:
        """Whole lines, from the one before the keyword's on."""
        line = self._content.rfind(b"\n", max(start - _BEFORE, 0), start) + 1
        above = self._content.rfind(b"\n", max(line - _BEFORE, 0), max(line - 1, 0)) + 1
        first = above or line or max(start - _BEFORE, 0)
        limit = end + _AFTER
        for _ in range(_LINES_AFTER):
            found = self._content.find(b"\n", end, limit)
            end = found + 1 if found >= 0 else limit
        return first, min(end, limit, len(self._content))


@cache
def _finder(keywords: tuple[str, ...]) -> Any:
    pattern = "|".join(f"(?:{keyword})" for keyword in keywords)
    return re2.compile(pattern.encode("ascii"), bytes_options())
