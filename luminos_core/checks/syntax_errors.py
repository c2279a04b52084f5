"""Files that do not parse: Python, JSON and TOML, each by its own parser."""

import re
import sys
from collections.abc import Callable, Iterator

import re2

from luminos_core.checks.check import CheckedFile, FileCheck
from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.parsed import JsonText, Syntax
from luminos_core.records.snapshot import FileRecord

_WITH_COMMENTS = re2.compile(  # named JSON, but read by tools that allow comments
    r"(?:^|/)(?:\.vscode|\.devcontainer)/|(?:^|/)(?:[tj]sconfig[^/]*|devcontainer|\.[^/]*rc"
    r"|\.?(?:eslintrc|babelrc|jshintrc)[^/]*|[^/]*\.code-workspace)(?:\.json)?$"
)
_TEMPLATE = re.compile(r"\{\{|\{%|<%|(?:^|/)templates?/")
_PYTHON_2 = re2.compile(
    r"^\s*print\s+[\"'\w%(]|^\s*print\s*$|\bexcept\s+[\w.()]+(?:\s*,\s*[\w.]+)*\s*,\s*\w+\s*:"
    r"|^\s*exec\s+[\"'\w]|^\s*raise\s+[\w.]+\s*,|<>|\b0[0-7]{2,}\b|\b[uU][rR][\"']|^\s*import\s+urllib2"
)
_BEFORE_KEYWORD = re2.compile(r"\.(?:async|await)\b|\basync\s*=")  # when it was a name
_JSON = Parser("json", JsonText)
_TOML = Parser("toml", Syntax)


def is_parsed(file: FileRecord) -> bool:
    return file.language in _PARSERS and not _WITH_COMMENTS.search(file.path)


def find_syntax_errors(checked: CheckedFile) -> Iterator[Flag]:
    """A flag also for a file that no parser can read within its limits: it is not checked."""
    language = checked.file.language or ""
    if language not in _PARSERS or not checked.is_complete:
        return
    found = _PARSERS[language](checked)
    # A template is not parsed as what its name says.
    template = _TEMPLATE.search(checked.file.path) is not None
    on_purpose = template or checked.file.vendored or _has_comments(checked, language)
    is_old = language == "Python" and _is_old_python(checked, found)
    severity = checked.severity(Severity.CONCERN, on_purpose=on_purpose or is_old)
    if isinstance(found, NotParsed):
        finding = f"This file was not parsed: {found.reason}."
        yield checked.flag("not-parsed", finding, severity, 1, 1)
    elif found.problem:
        line = min(max(found.line or 1, 1), len(checked.lines))
        finding = _FINDINGS[language](checked, found)
        yield checked.flag("syntax-error", finding, severity, line, line)


def _is_old_python(checked: CheckedFile, found: Syntax | NotParsed) -> bool:
    """Whether it was right for an earlier Python: who keeps it knows."""
    if isinstance(found, NotParsed) or not found.problem:
        return False
    line = _line_of(checked, found)
    is_old = _PYTHON_2.search(line) or _BEFORE_KEYWORD.search(line)
    is_old = is_old or (
        "unicode error" in found.problem and any(map(_PYTHON_2.search, checked.lines))
    )
    return bool(is_old) or "inconsistent use of tabs" in found.problem


def _line_of(checked: CheckedFile, found: Syntax) -> str:
    number = found.line
    return checked.lines[number - 1] if number and number <= len(checked.lines) else ""


def _has_comments(checked: CheckedFile, language: str) -> bool:
    """Whether a JSON file begins with a comment, which its own program takes away."""
    return language == "JSON" and checked.text.lstrip("\ufeff \t\r\n").startswith(("//", "/*"))


def _python(checked: CheckedFile, found: Syntax) -> str:
    parser = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    if _PYTHON_2.search(_line_of(checked, found)):
        return f"This is Python 2, which {parser} cannot parse."
    return f"{parser} cannot parse this file: {found.problem}."


_PARSERS: dict[str, Callable[[CheckedFile], Syntax | NotParsed]] = {
    "Python": lambda checked: checked.python,
    "JSON": lambda checked: parse(_JSON, checked.utf8),
    "TOML": lambda checked: parse(_TOML, checked.utf8),
}
_FINDINGS: dict[str, Callable[[CheckedFile, Syntax], str]] = {
    "Python": _python,
    "JSON": lambda _checked, found: f"This file is not valid JSON: {found.problem}.",
    "TOML": lambda _checked, found: f"This file is not valid TOML: {found.problem}.",
}
SYNTAX_ERRORS = FileCheck("syntax-error", 4, find_syntax_errors, is_parsed)
