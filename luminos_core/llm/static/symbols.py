"""Which definitions of an outline a reader should know."""

from luminos_core.records.outline import Outline, Symbol, SymbolKind

_TYPES = (SymbolKind.CLASS, SymbolKind.TYPE)
_TOP = (*_TYPES, SymbolKind.FUNCTION)
_CALLABLES = (SymbolKind.FUNCTION, SymbolKind.METHOD)


def length(symbol: Symbol) -> int:
    """Lines."""
    return symbol.end_line - symbol.line + 1


def qualified(symbol: Symbol) -> str:
    return f"{symbol.parent}.{symbol.name}" if symbol.parent else symbol.name


def public_types(outline: Outline) -> tuple[Symbol, ...]:
    """Top-level classes and types for others to use, largest first."""
    return _largest(outline, _TYPES)


def public_functions(outline: Outline) -> tuple[Symbol, ...]:
    """Top-level functions for others to use, largest first."""
    return _largest(outline, (SymbolKind.FUNCTION,))


def headings(outline: Outline) -> list[str]:
    return [symbol.name for symbol in outline.symbols if symbol.kind is SymbolKind.HEADING]


def longest_function(outline: Outline) -> Symbol | None:
    """The longest function or method, without the ones that only hold others."""
    found = [symbol for symbol in outline.symbols if symbol.kind in _CALLABLES]
    return max(found, key=lambda symbol: (length(symbol), -symbol.line), default=None)


def test_count(outline: Outline) -> int:
    """Test functions by the naming rule of pytest, unittest and Go."""
    return sum(
        symbol.kind in _CALLABLES and symbol.name.startswith(("test_", "Test", "test"))
        for symbol in outline.symbols
    )


def is_public(symbol: Symbol, language: str) -> bool:
    """By the language's own rule where a name or a signature shows it."""
    name, signature = symbol.name, symbol.signature.lstrip()
    match language.lower():
        case "go":
            return name[:1].isupper()
        case "rust":
            return signature.startswith("pub")
        case "java" | "c#":
            return "public" in signature.split("(")[0].split()
        case "c" | "c++":
            return not signature.startswith("static ") and not name.startswith("_")
        case "javascript" | "typescript" | "tsx" | "jsx":
            return not name.startswith("_")
        case _:
            return not name.startswith("_")


def _largest(outline: Outline, kinds: tuple[SymbolKind, ...]) -> tuple[Symbol, ...]:
    """The public ones of these kinds; all of them when a file that is not Python has none."""
    top = [symbol for symbol in outline.symbols if symbol.kind in _TOP and not symbol.parent]
    public = [symbol for symbol in top if is_public(symbol, outline.language)]
    chosen = public if public or outline.language == "Python" else top
    found = [symbol for symbol in chosen if symbol.kind in kinds]
    return tuple(sorted(found, key=lambda symbol: (-length(symbol), symbol.line)))
