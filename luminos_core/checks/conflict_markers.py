"""Merge conflicts that were committed: all three marks, in order, each at a line's start."""

from collections.abc import Iterator

from luminos_core.checks.check import Source
from luminos_core.records.flag import Flag, Severity

_PROSE = ("Markdown", "reStructuredText", "AsciiDoc")


def find_conflicts(source: Source) -> Iterator[Flag]:
    if "<<<<<<< " not in source.text:
        return
    start = middle = 0
    for number, line in enumerate(source.lines, start=1):
        if line.startswith("<<<<<<< "):
            start, middle = number, 0
        elif start and line == "=======":
            middle = number
        elif start and middle and line.startswith(">>>>>>> "):
            yield source.flag(
                "merge-conflict",
                f"An unresolved merge conflict: its marks are on lines {start} to {number}.",
                _severity(source),
                start,
                number,
            )
            start = middle = 0


def _severity(source: Source) -> Severity:
    """Tests of merge tools hold conflicts on purpose, and so do pages that explain them."""
    on_purpose = source.in_tests or source.file.language in _PROSE
    return Severity.INFO if on_purpose else Severity.CRITICAL
