"""Text that is addressed to a model, and tells it what to do or what to find.

Projects that work with models hold such text on purpose: in prompts, in strings of code, in
quotation marks, beside words on the subject. One mild flag a file then says that it is there.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

import re2

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.checks.injection_patterns import Injection, find_injections, is_example
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import Category
from luminos_core.redaction.find_secrets import decoded, encoded

_FINDINGS = {
    "instruction": "Text here is addressed to a model or an automated reviewer, and tells it what"
    " to do.",
    "marker": "Text here is marked as the beginning of a conversation with a model.",
}
_PROMPT_PATH = re2.compile(
    r"(?i)(?:^|[/._-])(?:\w*prompts?|jailbreaks?|injections?|guardrails?|evals?|agents?|skills?"
    r"|claude|copilot|cursor|cursorrules|gemini|llms?)(?:[/._-]|$)"
)
_COMMENT = re2.compile(rb"\s*(?:#|//|/?\*|--|;|<!--|%)")
# Bytes that are looked at, so that a long line does not take quadratic time.
_INDENT, _QUOTED, _DOCSTRING = 200, 1_000, 2_000


def find_prompt_injections(checked: CheckedFile) -> Iterator[Flag]:
    """One on each line. When all are mild, the first alone."""
    content = encoded(checked.text)
    found = list(find_injections(content))
    if not found:
        return
    starts = [0, *accumulate(len(line) + 1 for line in content.split(b"\n"))]
    mild: Injection | None = None
    strong: dict[int, Injection] = {}  # by line
    for each in found:
        line = bisect_right(starts, each.start)
        severity = _severity(checked, content, starts[line - 1], each)
        if severity is Severity.CONCERN:
            strong.setdefault(line, each)
        elif severity:
            mild = mild or each
    for each in strong.values():
        yield _flag(checked, content, starts, each, Severity.CONCERN)
    if mild and not strong:
        yield _flag(checked, content, starts, mild, Severity.INFO)


def _flag(
    checked: CheckedFile, content: bytes, starts: list[int], found: Injection, severity: Severity
) -> Flag:
    line, end_line = bisect_right(starts, found.start), bisect_right(starts, found.end - 1)
    column = len(decoded(content[starts[line - 1] : found.start]))
    finding = _FINDINGS[found.kind]
    return checked.flag("prompt-injection", finding, severity, line, end_line, column)


def _severity(
    checked: CheckedFile, content: bytes, line_start: int, found: Injection
) -> Severity | None:
    """None for a marker in a program, where it is a word of some protocol."""
    if not _is_prose(checked, content, line_start, found.start):
        return Severity.INFO if found.kind == "instruction" else None
    about_prompts = _PROMPT_PATH.search(checked.file.path) or is_example(content, found)
    return checked.severity(
        Severity.CONCERN, on_purpose=found.kind == "marker" or bool(about_prompts)
    )


def _is_prose(checked: CheckedFile, content: bytes, line_start: int, start: int) -> bool:
    """Whether what is at `start` speaks to whoever reads the file: in a document or a comment, and
    not quoted."""
    before = content[max(line_start, start - _QUOTED) : start].replace(b'"""', b"")
    if before.count(b'"') % 2 or before.count(b"`") % 2 or before.endswith((b"'", "“".encode())):
        return False
    indent = content[line_start : min(start, line_start + _INDENT)]
    if checked.file.category is Category.DOCUMENT or _COMMENT.match(indent):
        return True
    opened = content.rfind(b'"""', max(start - _DOCSTRING, 0), start)
    if opened < 0:
        return False
    return not content[max(opened - _INDENT, 0) : opened].rpartition(b"\n")[2].strip()


PROMPT_INJECTIONS = FileCheck("prompt-injection", 1, find_prompt_injections)
