"""How many tests a source file holds, by the marks of its language's test frameworks."""

import re2

from luminos_core.checks.check import is_test_path
from luminos_core.offline.file_kinds import is_test_name
from luminos_core.records.outline import Outline, SymbolKind
from luminos_core.records.snapshot import FileRecord

_SCRIPT = r"(?m)^\s*(?:it|test|specify)(?:\.\w+)*\s*(?:\(|`)"  # Mocha, Jest, Vitest, node:test
_MARKS = {
    "JavaScript": re2.compile(_SCRIPT),
    "TypeScript": re2.compile(_SCRIPT),
    "TSX": re2.compile(_SCRIPT),
    "Ruby": re2.compile(  # RSpec, Minitest
        r"(?m)^\s*(?:(?:it|specify|example|scenario|test|should)\b\s*(?:\(|[\"'{]|do\b)|def\s+test_)"
    ),
    "Java": re2.compile(r"@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b"),  # JUnit
    "Kotlin": re2.compile(r"@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\b"),
    "C#": re2.compile(r"(?m)^\s*\[(?:Fact|Theory|Test|TestCase|TestMethod)\b"),
    "Go": re2.compile(r"(?m)^func\s+(?:\([^()]*\)\s*)?(?:Test|Fuzz)(?:[^a-z(]\w*)?\s*\("),
    "Rust": re2.compile(r"(?m)^\s*#\[(?:\w+::)*(?:test|rstest)\b"),
    "PHP": re2.compile(
        r"(?mi)^\s*(?:public\s+)?function\s+test|@test\b|#\[Test\]|^\s*(?:it|test)\("
    ),
    "C++": re2.compile(r"(?m)^\s*(?:TEST|TEST_F|TEST_P|TEST_CASE|BOOST_AUTO_TEST_CASE)\s*\("),
    "Swift": re2.compile(r"(?m)^\s*(?:@Test\b|func\s+test)"),
    "Elixir": re2.compile(r"(?m)^\s*test\s+\""),
    "Shell": re2.compile(r"(?m)^\s*@test\s"),  # bats
    "Tcl": re2.compile(r"(?m)^\s*test\s+[{\"]"),
}
_CALLABLES = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_INSIDE = ("Rust",)  # whose tests stand in the file that they test


def count_tests(file: FileRecord, outline: Outline, text: str) -> int:
    """0 for a file that is no test by its name or folder, unless tests stand in the source."""
    language = outline.language
    if not (language in _INSIDE or is_test_name(file.name) or is_test_path(file.path)):
        return 0
    if language in _MARKS:
        return _count(language, text)
    names = (symbol.name for symbol in outline.symbols if symbol.kind in _CALLABLES)
    return sum(name.startswith("test") for name in names)


def count_marked_tests(file: FileRecord, text: str) -> int:
    """As `count_tests`, of a file in a language that has no outline."""
    is_test = is_test_name(file.name) or is_test_path(file.path)
    return _count(file.language or "", text) if is_test else 0


def _count(language: str, text: str) -> int:
    mark = _MARKS.get(language)
    return sum(1 for _ in mark.finditer(text)) if mark else 0
