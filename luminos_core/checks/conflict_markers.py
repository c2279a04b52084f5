"""Merge conflicts that were committed: all three markers, in order, each at a line's start."""

from collections.abc import Iterator

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.records.flag import Flag, Severity

_PROSE = ("Markdown", "reStructuredText", "AsciiDoc")


def find_conflicts(checked: CheckedFile) -> Iterator[Flag]:
    if "<<<<<<< " not in checked.text:
        return
    prose = checked.file.language in _PROSE  # documentation shows conflicts on purpose
    severity = checked.severity(Severity.CRITICAL, on_purpose=prose)
    start = middle = 0
    for number, line in enumerate(checked.lines, start=1):
        if line.startswith("<<<<<<< "):
            start, middle = number, 0
        elif start and line == "=======":
            middle = number
        elif start and middle and line.startswith(">>>>>>> "):
            yield checked.flag(
                "merge-conflict",
                f"An unresolved merge conflict: its marks are on lines {start} to {number}.",
                severity,
                start,
                number,
            )
            start = middle = 0


CONFLICT_MARKERS = FileCheck("merge-conflict", 1, find_conflicts)
