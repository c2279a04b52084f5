"""What a check is, and the file it checks."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile

import re2

from luminos_core.parsing.parser import NotParsed, Parser
from luminos_core.parsing.pool import parse
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.records.parsed import Syntax
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.redaction.find_secrets import SecretMatch, find_secrets
from luminos_core.redaction.redact import redact
from luminos_core.text.decode import decode

PLACES_OF_A_FILE = 20_000  # that have a flag each; of more, a few of each rule have one
FLAGS_PER_RULE = 20  # of one severity, in a file with more places than that
_PYTHON = Parser("python", Syntax)
_MAX_QUOTATION = 200  # characters
_PATHS = 50_000  # of which it is remembered what they are: every check and every summary asks
_TEST_PATH = re2.compile(
    r"(?i)(?:^|/)(?:(?:[a-z0-9.]*[_.-])?tests?|t|testing|test(?:data|utils?|suites?|servers?|cases?|files|beds?|kits?|lib)|(?:[a-z0-9.]+[_.-])?tests?[-_][a-z][a-z0-9_-]*"
    r"|__tests__|[a-z]+[_-]tester|regress(?:ion)?|torture|unit-?tests?|e2e|cypress|(?:[a-z0-9]+_)?specs?|(?:[a-z0-9]*_)?fixtures?|__fixtures__"
    r"|(?:__)?mocks?(?:__)?|androidTest|src/it)/"
    r"|(?:^|/)(?:test_[^/]*|test-[^/]+\.[a-z]+|test[a-z0-9]+\.(?:c|cc|cpp|h)|test[a-z]*setup\.[a-z]+|[^/]*_tests?\.[a-z]+|[^/]*[._-](?:test|spec)\.[a-z]+|conftest\.py|tests?\.(?:key|pem|crt|cer|p12|pfx|jks)"
    r"|(?-i:[^/]*[a-z0-9](?:Tests?|Spec|IT|TestCase)\.(?:java|kts?|cs|fs|vb|scala|groovy|swift|php|dart)))$"
)
# As httptest, testcurl.
_TEST_PACKAGE = re2.compile("(?:^|/)([a-z0-9]{3,}test|test[a-z]{3,})/|^(integration)/")
_NO_TESTS = (
    "attest", "contest", "detest", "fastest", "greatest", "latest", "protest", "testament",
    "testimonial", "testimonials",
)  # fmt: skip
_EXAMPLE_PATH = re2.compile(
    r"(?i)(?:^|/)(?:examples?|examples?[-_][a-z]+|skel(?:eton)?s?|samples?|demos?|docs?|docs?[-_](?:src|xml|source|content)|tutorials?|quickstarts?|snippets?|vuln[\w-]*"
    r"|cookbook)/"
)
_PACKAGE_PATH = re2.compile("(?:com|org|net|io|dev)/example/")  # a company's, in names of packages


@dataclass(frozen=True)
class CheckedFile:
    """One text file, as checks see it. Expensive properties are computed once, when needed."""

    file: FileRecord
    content: bytes

    @cached_property
    def text(self) -> str:
        return decode(self.content, cut=len(self.content) < self.file.size).text

    @property
    def utf8(self) -> bytes:
        """The text as parsers take it."""
        return self.text.encode("utf-8", "replace")

    @cached_property
    def lines(self) -> list[str]:
        return [line.removesuffix("\r") for line in self.text.split("\n")]

    @cached_property
    def secrets(self) -> tuple[SecretMatch, ...]:
        return find_secrets(self.text)

    @property
    def is_complete(self) -> bool:
        """Whether `content` is the whole file: a part of one parses as something else."""
        return self.file.size <= len(self.content)

    @property
    def is_test(self) -> bool:
        """Of tests, examples and documents: much is wrong there on purpose."""
        return is_test_path(self.file.path) or is_example_path(self.file.path)

    def severity(self, usual: Severity, *, on_purpose: bool = False) -> Severity:
        """Of a finding: INFO where it is on purpose, as in tests; elsewhere `usual`."""
        return Severity.INFO if on_purpose or self.is_test else usual

    @cached_property
    def python(self) -> Syntax | NotParsed:
        return parse(_PYTHON, self.content)

    def flag(
        self,
        rule: str,
        finding: str,
        severity: Severity,
        line: int,
        end_line: int,
        column: int = 0,
        *,
        quotation: str | None = None,
    ) -> Flag:
        """A flag that quotes line `line`, up to the first secret in it; from the character `column`
        on when a quotation of the line's beginning would not reach far beyond it. Without a
        quotation when the file has too many flags for this one to be kept."""
        self._flags[rule, severity] += 1
        few = self._flags[rule, severity] <= FLAGS_PER_RULE
        if quotation is None and (few or self._flags.total() <= PLACES_OF_A_FILE):
            quotation = self._quotation(line, column)
        return Flag(
            path=self.file.path,
            rule=rule,
            finding=finding,
            severity=severity,
            line=line,
            end_line=max(line, end_line),
            quotation=quotation or "",
            verified=True,
            source=FlagSource.ANALYZER,
        )

    @cached_property
    def _flags(self) -> Counter[tuple[str, Severity]]:
        """Flags so far."""
        return Counter()

    def _quotation(self, line: int, column: int) -> str:
        if line not in self._quotable:
            self._quotable[line] = self._without_secrets(line)
        text = self._quotable[line]
        indent = len(text) - len(text.lstrip())  # deeper or not, the same is quoted
        start = column if column - indent > _MAX_QUOTATION // 2 else 0
        return text[start:].strip()[:_MAX_QUOTATION].strip()

    @cached_property
    def _quotable(self) -> dict[int, str]:
        """Lines that were quoted before: a long one may be flagged a thousand times."""
        return {}

    def _without_secrets(self, line: int) -> str:
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        if line in self._continuing:
            return ""  # the line continues a longer secret, and by itself no rule recognizes it
        clean = redact(text).text
        shared = zip(text, clean, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], shared))
        # A name on the line before may be what tells a secret on this one.
        return text[: min(same, self._first_secret.get(line, same))].partition("\r")[0]

    @cached_property
    def _continuing(self) -> set[int]:
        """Lines on which a secret goes on that began on a line before."""
        return {
            line for found in self.secrets for line in range(found.line + 1, found.end_line + 1)
        }

    @cached_property
    def _first_secret(self) -> dict[int, int]:
        """The column of the first secret of each line that has one."""
        columns: dict[int, int] = {}
        for found in self.secrets:
            column = found.start - (self.text.rfind("\n", 0, found.start) + 1)
            columns[found.line] = min(column, columns.get(found.line, column))
        return columns


@dataclass(frozen=True)
class FileCheck:
    """Checks one text file. A change of what it finds raises the version, or changes the digest of
    its rules."""

    name: str
    version: int
    run: Callable[[CheckedFile], Iterator[Flag]]
    applies: Callable[[FileRecord], bool] = lambda _file: True
    rules: Callable[[], str] = str
    reads_withheld: bool = False  # of files whose names mean secrets, it quotes names at most


@dataclass(frozen=True)
class TreeCheck:
    """Checks the whole snapshot without opening a file. Versioned as a file check is."""

    name: str
    version: int
    run: Callable[[Snapshot], Iterator[Flag]]


@lru_cache(_PATHS)
def is_test_path(path: str) -> bool:
    """Whether a file is a test or a test's data, where much is wrong on purpose."""
    if _TEST_PATH.search(path):
        return True
    named = _TEST_PACKAGE.search(path)
    return bool(named) and named.group(1) not in _NO_TESTS


@lru_cache(_PATHS)
def is_example_path(path: str) -> bool:
    """Whether a file is an example, or part of the documentation."""
    return bool(_EXAMPLE_PATH.search(_PACKAGE_PATH.sub("", path)))


def path_flag(path: str, rule: str, finding: str, severity: Severity) -> Flag:
    """A flag about a file or the whole target, without a quotation."""
    return Flag(
        path=path,
        finding=finding,
        severity=severity,
        rule=rule,
        verified=True,
        source=FlagSource.ANALYZER,
    )
