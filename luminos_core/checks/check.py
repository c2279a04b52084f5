"""What a check is, and what it is given."""

import ast
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.redaction.find import find_secrets
from luminos_core.redaction.redact import redact
from luminos_core.redaction.rule import SecretMatch

PARSE_LIMIT = 1_000_000  # bytes; a longer file is searched, and not parsed
_QUOTATION = 200  # characters
_TEST_PATH = re.compile(
    r"(?:^|/)(?:(?:[a-z0-9]+_)?tests?|testing|testdata|test[-_]data|__tests__|specs?|fixtures?|mocks?)/"
    r"|(?:^|/)(?:test_[^/]*|[^/]*_test\.[a-z]+|[^/]*\.(?:test|spec)\.[a-z]+|conftest\.py)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Source:
    """One text file, as a check sees it. What costs time is done once, when first asked for."""

    file: FileRecord
    content: bytes

    @cached_property
    def text(self) -> str:
        return self.content.decode(self.file.codec, "replace").removeprefix("\ufeff")

    @cached_property
    def lines(self) -> list[str]:
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    @cached_property
    def secrets(self) -> tuple[SecretMatch, ...]:
        return find_secrets(self.text)

    @property
    def is_whole(self) -> bool:
        return self.file.size <= PARSE_LIMIT and len(self.content) <= PARSE_LIMIT

    @property
    def in_tests(self) -> bool:
        return is_test_path(self.file.path)

    @cached_property
    def python(self) -> "ast.Module | PythonProblem":
        """The syntax tree by the file's own encoding, or why there is none."""
        try:
            with warnings.catch_warnings(action="ignore"):
                return ast.parse(self.content)
        except SyntaxError as error:
            return PythonProblem(error.msg or "invalid syntax", error.lineno)
        except (RecursionError, MemoryError):
            return PythonProblem("nested too deeply for Python's own parser", None)
        except ValueError as error:  # NUL bytes, a number of too many digits
            return PythonProblem(str(error), None)

    def flag(self, rule: str, finding: str, severity: Severity, line: int, end_line: int) -> Flag:
        """A flag that quotes line `line`, as far as it holds no secret."""
        return Flag(
            path=self.file.path,
            finding=finding,
            severity=severity,
            rule=rule,
            line=line,
            end_line=max(line, end_line),
            quotation=self._quotation(line),
            verified=True,
            source=FlagSource.ANALYZER,
        )

    def _quotation(self, line: int) -> str:
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if any(found.line < line <= found.end_line for found in self.secrets):
            return ""  # the line is a part of a longer secret, and shapeless by itself
        clean = redact(text).text
        shared = zip(text, clean, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], shared))
        return text[:same].partition("\r")[0].strip()[:_QUOTATION].strip()


@dataclass(frozen=True)
class PythonProblem:
    """Why Python cannot parse a file, and on which line (1-based) if it says so."""

    reason: str
    line: int | None

    @property
    def parser(self) -> str:
        return f"Python {sys.version_info.major}.{sys.version_info.minor}"


@dataclass(frozen=True)
class FileCheck:
    """Looks at one file. The version is raised whenever it finds other things than before."""

    name: str
    version: int
    applies: Callable[[FileRecord], bool]
    run: Callable[[Source], Iterator[Flag]]


@dataclass(frozen=True)
class TreeCheck:
    """Looks at the whole snapshot, and opens nothing."""

    name: str
    version: int
    run: Callable[[Snapshot], Iterator[Flag]]


def is_test_path(path: str) -> bool:
    """Whether a file is a test or something a test works on: much is wrong there on purpose."""
    return bool(_TEST_PATH.search(path))


def path_flag(path: str, rule: str, finding: str, severity: Severity) -> Flag:
    """A flag about a file or the whole target, seen in the snapshot; it has nothing to quote."""
    return Flag(
        path=path,
        finding=finding,
        severity=severity,
        rule=rule,
        verified=True,
        source=FlagSource.ANALYZER,
    )


def any_text(_file: FileRecord) -> bool:
    return True
