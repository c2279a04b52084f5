"""Files that do not parse: Python, JSON and TOML, each by its own parser."""

import json
import re
import tomllib
from collections.abc import Iterator

from luminos_core.checks.check import PythonProblem, Source
from luminos_core.records.flag import Flag, Severity
from luminos_core.records.snapshot import FileRecord

_WITH_COMMENTS = re.compile(  # JSON by name, and read by tools that allow comments in it
    r"(?:^|/)(?:\.vscode|\.devcontainer)/|(?:^|/)(?:[tj]sconfig[^/]*|devcontainer|\.[^/]*rc"
    r"|\.?(?:eslintrc|babelrc|jshintrc)[^/]*|[^/]*\.code-workspace)(?:\.json)?$"
)
_TEMPLATE = re.compile(r"\{\{|\{%|<%|(?:^|/)templates?/")
_PYTHON_2 = re.compile(
    r"^\s*print\s+[\"'\w%(]|^\s*print\s*$|\bexcept\s+[\w.()]+(?:\s*,\s*[\w.]+)*\s*,\s*\w+\s*:"
    r"|^\s*exec\s+[\"'\w]|^\s*raise\s+[\w.]+\s*,|<>|\b0[0-7]{2,}\b|\b[uU][rR][\"']|^\s*import\s+urllib2"
)
_NUMBER_IN_MESSAGE = re.compile(
    r"\(at line (\d+), column \d+\)|: line (\d+) column \d+ \(char \d+\)"
)


def is_parsed(file: FileRecord) -> bool:
    return file.language in ("Python", "JSON", "TOML") and not _WITH_COMMENTS.search(file.path)


def find_syntax_errors(source: Source) -> Iterator[Flag]:
    problem = _problem(source) if source.is_whole else None
    if problem:
        line = min(max(problem.line or 1, 1), len(source.lines))
        yield source.flag("syntax-error", problem.reason, _severity(source), line, line)


def _problem(source: Source) -> PythonProblem | None:
    match source.file.language:
        case "Python":
            return _python(source)
        case "JSON":
            return _json(source)
    return _toml(source)


def _python(source: Source) -> PythonProblem | None:
    found = source.python
    if not isinstance(found, PythonProblem):
        return None
    line = source.lines[found.line - 1] if found.line and found.line <= len(source.lines) else ""
    if _PYTHON_2.search(line):
        return PythonProblem(f"This is Python 2, which {found.parser} cannot parse.", found.line)
    return PythonProblem(f"{found.parser} cannot parse this file: {found.reason}.", found.line)


def _json(source: Source) -> PythonProblem | None:
    try:
        # Numbers stay text: a long one is valid JSON, whatever Python's limit on digits is.
        json.loads(source.text.removeprefix("\ufeff"), parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return PythonProblem(f"This file is not valid JSON: {error.msg}.", error.lineno)
    except RecursionError:
        return PythonProblem("This JSON is nested too deeply for Python's parser.", None)
    return None


def _toml(source: Source) -> PythonProblem | None:
    try:
        tomllib.loads(source.text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        place = _NUMBER_IN_MESSAGE.search(str(error))
        reason = _NUMBER_IN_MESSAGE.sub("", str(error)).strip()
        line = int(place[1] or place[2]) if place else len(source.lines)
        return PythonProblem(f"This file is not valid TOML: {reason}.", line)
    except RecursionError:
        return PythonProblem("This TOML is nested too deeply for Python's parser.", None)
    return None


def _severity(source: Source) -> Severity:
    """Tests hold bad files on purpose, and a template is not yet what its name says."""
    on_purpose = source.in_tests or _TEMPLATE.search(source.file.path)
    return Severity.INFO if on_purpose else Severity.CONCERN
