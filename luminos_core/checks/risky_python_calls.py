"""Python calls that execute their input, where that is not a constant."""

from collections.abc import Iterator

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.parsing.parser import NotParsed
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord


def is_python(file: FileRecord) -> bool:
    return file.language == "Python"


def find_risky_calls(checked: CheckedFile) -> Iterator[Flag]:
    if not checked.is_complete or isinstance(checked.python, NotParsed):
        return
    # Vendored code is its own project's to mend; but who says that it is vendored is the target.
    severity = checked.severity(Severity.CONCERN, on_purpose=checked.file.vendored)
    found = [(*lines, calls) for calls in checked.python.calls for lines in calls.lines]
    for line, end_line, calls in sorted(found, key=lambda each: each[:2]):
        yield checked.flag(calls.rule, calls.finding, severity, line, end_line)


RISKY_PYTHON_CALLS = FileCheck("risky-python-call", 3, find_risky_calls, is_python)
