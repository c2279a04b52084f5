"""Find a flag's quotation in its file."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Located:
    """A quotation in a file: 1-based lines, and the file's own text there."""

    line: int
    end_line: int
    text: str


def locate(text: str, quotation: str, line: int | None) -> Located | None:
    """The occurrence of `quotation` in `text` nearest to `line`, or the first one; None when it is
    absent. Runs of white space count as one space, so layout does not matter."""
    wanted = normalise(quotation)
    if not wanted:
        return None
    normalised = _NormalisedText(text)
    found = [normalised.located(start, wanted) for start in _occurrences(normalised, wanted, line)]
    return min(found, key=lambda located: _distance(located, line or 1), default=None)


def normalise(text: str) -> str:
    """`text` with every run of white space as one space, and none at the ends."""
    return " ".join(_WORD.findall(text))


class _NormalisedText:
    """A normalised text whose positions map back to the original's characters and lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        words = _WORD.findall(text)
        self._origins = [match.start() for match in _WORD.finditer(text)]  # of words, in `text`
        self._starts = list(accumulate((len(word) + 1 for word in words), initial=0))  # and here
        self.normalised = " ".join(words)

    def located(self, start: int, wanted: str) -> Located:
        first = self._origin(start)
        last = self._origin(start + len(wanted) - 1)
        line = self.text.count("\n", 0, first) + 1
        end_line = line + self.text.count("\n", first, last)
        return Located(line=line, end_line=end_line, text=self.text[first : last + 1])

    def line_start(self, line: int) -> int:
        """The normalised position of the first word on `line` or after it."""
        offset = -1
        for _ in range(line - 1):
            offset = self.text.find("\n", offset + 1)
            if offset < 0:
                return self._starts[-1]
        return self._starts[bisect_right(self._origins, offset)]

    def _origin(self, position: int) -> int:
        word = bisect_right(self._starts, position) - 1
        return self._origins[word] + position - self._starts[word]


def _occurrences(text: _NormalisedText, wanted: str, line: int | None) -> list[int]:
    """The first occurrence from `line` on, and the last one before it."""
    target = text.line_start(line) if line else 0
    after = text.normalised.find(wanted, target)
    # Searched backwards by reversing: `find` is linear in the worst case, `rfind` is not.
    head = text.normalised[: max(target + len(wanted) - 1, 0)]
    behind = head[::-1].find(wanted[::-1]) if target else -1
    before = len(head) - behind - len(wanted) if behind >= 0 else -1
    return [start for start in (after, before) if start >= 0]


def _distance(found: Located, line: int) -> tuple[int, int]:
    """Lines between the two, 0 when `found` spans `line`; then by where it starts."""
    gap = max(found.line - line, line - found.end_line, 0)
    return gap, abs(found.line - line)
