"""What one source file defines: its public definitions, its tests, its longest function, and what
it says it is for."""

from dataclasses import dataclass

import re2

from luminos_core.offline.count_tests import count_tests
from luminos_core.offline.documentation import documentation, first_line_documentation
from luminos_core.offline.english import as_clause
from luminos_core.records.directory_facts import LongFunction
from luminos_core.records.outline import Outline, Symbol, SymbolKind
from luminos_core.records.snapshot import FileRecord

LONG_FUNCTION = 100  # lines of one worth naming
_TYPES = (SymbolKind.CLASS, SymbolKind.TYPE)
_CALLABLES = (SymbolKind.FUNCTION, SymbolKind.METHOD)
# How a file begins that says itself what it is for; a comment for whoever reads on does not.
_SPEAKS = {
    "Python": re2.compile(r"(?:\s|#[^\n]*\n)*[rRuU]?[\"']"),
    "Rust": re2.compile(r"(?s).*?(?:^|\n)\s*(?://!|/\*!)"),
    "Go": re2.compile(r"(?s).*?(?:^|\n)(?://\s*|/\*\s*)(?:Package|Command|Program)\s"),
    "JavaScript": re2.compile(r"(?s)\s*(?:#![^\n]*\n\s*)?(?:['\"]use strict['\"];?\s*)?/\*"),
}
_SPEAKS |= dict.fromkeys(("TypeScript", "TSX"), _SPEAKS["JavaScript"])
_WORDS = 3  # of a sentence that tells something
_DEFINITION_DOC = 130  # characters
_NAME = 200  # characters
_CONDITION = re2.compile(r"^\s*#\s*if(?:def|ndef)?\b(.*)")
_END_OF_CONDITION = re2.compile(r"^\s*#\s*endif\b")
_FOR_TRIALS = re2.compile(r"(?i)test|main|example|demo|bench|debug")
_HEAD = 20_000  # characters in which it would say so


@dataclass(frozen=True)
class Source:
    """`types` and `functions` are top-level and public, the largest first."""

    file: FileRecord
    text: str
    outline: Outline
    doc: str  # one sentence, or ""
    types: tuple[Symbol, ...]
    functions: tuple[Symbol, ...]
    constants: tuple[Symbol, ...]
    longest: LongFunction | None  # function or method, when it is long
    tests: int  # test functions, when the file's name says that it holds tests

    @property
    def lines(self) -> int:
        return self.file.lines or 0

    @property
    def definitions(self) -> list[str]:
        """The types, then the functions with "()"."""
        names = [symbol.name for symbol in self.types]
        return list(dict.fromkeys([*names, *(f"{symbol.name}()" for symbol in self.functions)]))

    @property
    def groups(self) -> dict[str, list[str]]:
        """The names it defines by noun, functions with "()"; constants only when they are all."""
        are_classes = all(symbol.kind is SymbolKind.CLASS for symbol in self.types)
        found = {
            "class" if are_classes else "type": [symbol.name for symbol in self.types],
            "function": [f"{symbol.name}()" for symbol in self.functions],
        }
        if not any(found.values()):
            found["constant"] = [symbol.name for symbol in self.constants]
        return {noun: list(dict.fromkeys(names)) for noun, names in found.items() if names}

    @property
    def definition_doc(self) -> str:
        """What the first definition says it does, when that is short; else ""."""
        first = next(iter((*self.types, *self.functions)), None)
        doc = as_clause(first_line_documentation(first.doc, first.name)) if first else ""
        return doc if len(doc) <= _DEFINITION_DOC and not doc.endswith("…") else ""


def read_source(file: FileRecord, outline: Outline, text: str) -> Source:
    """The symbols of `outline` sorted by kind."""
    top = [symbol for symbol in outline.symbols if not symbol.parent]
    callables = [symbol for symbol in outline.symbols if symbol.kind in _CALLABLES]
    public = _public(top, outline.language)
    constants = [symbol for symbol in top if symbol.kind is SymbolKind.CONSTANT]
    return Source(
        file=file,
        text=text,
        outline=outline,
        doc=_doc(file, outline, text),
        types=tuple(symbol for symbol in public if symbol.kind in _TYPES),
        functions=tuple(symbol for symbol in public if symbol.kind in _CALLABLES),
        constants=tuple(symbol for symbol in constants if not symbol.name.startswith("_")),
        longest=_longest(file, callables),
        tests=count_tests(file, outline, text),
    )


def starts_a_program(source: Source) -> bool:
    """Whether it has a main() that is compiled into the program: in C one below `#ifdef X_TEST` is
    for those who try the file alone."""
    lines = [symbol.line for symbol in source.functions if symbol.name == "main"]
    is_c = source.outline.language in ("C", "C++")
    return any(not (is_c and _is_for_trials(source.text, line)) for line in lines)


def _is_for_trials(text: str, line: int) -> bool:
    """Whether the line is below a condition that is not met in the program."""
    conditions: list[str] = []
    for each in text.split("\n", line)[: line - 1]:
        if found := _CONDITION.match(each):
            conditions.append(found.group(1))
        elif _END_OF_CONDITION.match(each) and conditions:
            conditions.pop()
    return any(map(_FOR_TRIALS.search, conditions))


def length(symbol: Symbol) -> int:
    """Lines."""
    return symbol.end_line - symbol.line + 1


def _doc(file: FileRecord, outline: Outline, text: str) -> str:
    """What it says it is for, where its language has a place for that."""
    speaks = _SPEAKS.get(outline.language)
    if speaks and not speaks.match(text[:_HEAD]):
        return ""
    doc = documentation(outline.doc, file.name)
    is_remark = not speaks and text.lstrip().startswith(("#", "//")) and len(doc.split()) < _WORDS
    return "" if is_remark or doc.startswith("(") else doc


def _longest(file: FileRecord, callables: list[Symbol]) -> LongFunction | None:
    longest = max(callables, key=lambda found: (length(found), -found.line), default=None)
    if longest is None or length(longest) < LONG_FUNCTION:
        return None
    name = f"{longest.parent}.{longest.name}" if longest.parent else longest.name
    return LongFunction(name=name[:_NAME], file=file.name, lines=length(longest))


def _public(top: list[Symbol], language: str) -> list[Symbol]:
    """The public types and functions, largest first; all when a file, not in Python, has none."""
    symbols = [symbol for symbol in top if symbol.kind in (*_TYPES, *_CALLABLES)]
    public = [symbol for symbol in symbols if _is_public(symbol, language)]
    chosen = public if public or language == "Python" else symbols
    return sorted(chosen, key=lambda symbol: (-length(symbol), symbol.line))


def _is_public(symbol: Symbol, language: str) -> bool:
    """By the language's own rule, where a signature shows it; else by an underscore."""
    match language:
        case "C" | "C++":
            return not symbol.signature.startswith("static ")
        case "C#" | "Java":
            return "public" in symbol.signature.partition("(")[0].split()
        case "Go":
            return symbol.name[:1].isupper()
        case "Rust":
            return symbol.signature.startswith("pub")
    return not symbol.name.startswith("_")
