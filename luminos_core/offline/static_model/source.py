"""What a source file defines, sorted once: its public definitions, its tests, its longest
function, and what it says it is for."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.offline.static_model.plain import documentation
from luminos_core.records.outline import Outline, Symbol, SymbolKind

_TYPES = (SymbolKind.CLASS, SymbolKind.TYPE)
_CALLABLES = (SymbolKind.FUNCTION, SymbolKind.METHOD)
_TEST = re.compile(r"test_|test[A-Z]|Test[A-Z]")  # of pytest, unittest and Go


@dataclass(frozen=True)
class Source:
    """`types` and `functions` are top-level and public, the largest first."""

    outline: Outline
    doc: str  # one sentence, or ""
    types: tuple[Symbol, ...]
    functions: tuple[Symbol, ...]
    constants: tuple[Symbol, ...]
    longest: Symbol | None  # function or method
    tests: int  # test functions, when the file's name says that it holds tests


def read_source(name: str, outline: Outline) -> Source:
    """`outline` sorted out; `name` is the file's."""
    top = [symbol for symbol in outline.symbols if not symbol.parent]
    callables = [symbol for symbol in outline.symbols if symbol.kind in _CALLABLES]
    definitions = _public(
        [symbol for symbol in top if symbol.kind in (*_TYPES, *_CALLABLES)], outline
    )
    tests = sum(bool(_TEST.match(symbol.name)) for symbol in callables)
    return Source(
        outline=outline,
        doc=documentation(outline.doc, name),
        types=tuple(symbol for symbol in definitions if symbol.kind in _TYPES),
        functions=tuple(symbol for symbol in definitions if symbol.kind in _CALLABLES),
        constants=tuple(
            symbol
            for symbol in top
            if symbol.kind is SymbolKind.CONSTANT and not symbol.name.startswith("_")
        ),
        longest=max(callables, key=lambda found: (length(found), -found.line), default=None),
        tests=tests if is_test_name(name) else 0,
    )


def length(symbol: Symbol) -> int:
    """Lines."""
    return symbol.end_line - symbol.line + 1


def qualified(symbol: Symbol) -> str:
    return f"{symbol.parent}.{symbol.name}" if symbol.parent else symbol.name


def is_test_name(name: str) -> bool:
    """Whether a source file's name says that it holds tests."""
    stem = name.partition(".")[0]
    marked = ".test." in name or ".spec." in name
    return (
        marked
        or stem == "conftest"
        or stem.startswith("test_")
        or stem.endswith(("_test", "_spec"))
    )


def _public(top: list[Symbol], outline: Outline) -> list[Symbol]:
    """The public types and functions, largest first; all when a file, not in Python, has none."""
    symbols = [symbol for symbol in top if symbol.kind in (*_TYPES, *_CALLABLES)]
    rule = _PUBLIC.get(outline.language, _by_underscore)
    public = [symbol for symbol in symbols if rule(symbol)]
    chosen = public if public or outline.language == "Python" else symbols
    return sorted(chosen, key=lambda symbol: (-length(symbol), symbol.line))


def _by_underscore(symbol: Symbol) -> bool:
    return not symbol.name.startswith("_")


def _by_capital(symbol: Symbol) -> bool:
    return symbol.name[:1].isupper()


def _by_keyword(symbol: Symbol) -> bool:
    return "public" in symbol.signature.partition("(")[0].split()


def _by_pub(symbol: Symbol) -> bool:
    return symbol.signature.startswith("pub")


def _by_linkage(symbol: Symbol) -> bool:
    return not symbol.signature.startswith("static ")


_PUBLIC: dict[str, Callable[[Symbol], bool]] = {  # a language's own rule, where one shows it
    "C": _by_linkage,
    "C#": _by_keyword,
    "C++": _by_linkage,
    "Go": _by_capital,
    "Java": _by_keyword,
    "Rust": _by_pub,
}
