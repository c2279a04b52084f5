"""Files that do not parse: Python, JSON and TOML, each by its own parser."""

import json
import re
import sys
import tomllib
from collections.abc import Iterator

import re2

from luminos_core.checks.check import CheckedFile, FileCheck, ParseFailure
from luminos_core.records.flag import Flag, Severity
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
_NUMBER_IN_MESSAGE = re2.compile(
    r"\(at line (\d+), column \d+\)|: line (\d+) column \d+ \(char \d+\)"
)


def is_parsed(file: FileRecord) -> bool:
    return file.language in _PARSERS and not _WITH_COMMENTS.search(file.path)


def find_syntax_errors(checked: CheckedFile) -> Iterator[Flag]:
    parse = _PARSERS.get(checked.file.language or "")
    if parse and checked.is_complete and (failure := parse(checked)):
        line = min(max(failure.line or 1, 1), len(checked.lines))
        # A template is not parsed as what its name says.
        template = _TEMPLATE.search(checked.file.path) is not None
        severity = checked.severity(Severity.CONCERN, on_purpose=template)
        yield checked.flag("syntax-error", failure.reason, severity, line, line)


def _python(checked: CheckedFile) -> ParseFailure | None:
    failure = checked.python_tree
    if not isinstance(failure, ParseFailure):
        return None
    parser, number = f"Python {sys.version_info.major}.{sys.version_info.minor}", failure.line
    line = checked.lines[number - 1] if number and number <= len(checked.lines) else ""
    if _PYTHON_2.search(line):
        return ParseFailure(f"This is Python 2, which {parser} cannot parse.", number)
    return ParseFailure(f"{parser} cannot parse this file: {failure.reason}.", number)


def _json(checked: CheckedFile) -> ParseFailure | None:
    try:
        # Numbers stay text: a long one is valid JSON, whatever Python's limit on digits is.
        json.loads(checked.text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return ParseFailure(f"This file is not valid JSON: {error.msg}.", error.lineno)
    except RecursionError:
        return ParseFailure("This JSON is nested too deeply for Python's parser.", None)
    return None


def _toml(checked: CheckedFile) -> ParseFailure | None:
    try:
        tomllib.loads(checked.text)
    except tomllib.TOMLDecodeError as error:
        place = _NUMBER_IN_MESSAGE.search(str(error))
        reason = _NUMBER_IN_MESSAGE.sub("", str(error)).strip()
        line = int(place[1] or place[2]) if place else len(checked.lines)
        return ParseFailure(f"This file is not valid TOML: {reason}.", line)
    except RecursionError:
        return ParseFailure("This TOML is nested too deeply for Python's parser.", None)
    return None


_PARSERS = {"Python": _python, "JSON": _json, "TOML": _toml}
SYNTAX_ERRORS = FileCheck("syntax-error", 1, find_syntax_errors, is_parsed)
