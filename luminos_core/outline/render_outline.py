"""An outline as text for a model: one line for each symbol."""

from luminos_core.records.outline import Outline, Symbol, SymbolKind


def render_outline(outline: Outline) -> str:
    """`12-40 class Foo(Base): its doc`, indented by nesting; doc and imports first. Or why the file
    was not parsed."""
    if outline.problem:
        return f"{outline.path} ({outline.language}) was not parsed: {outline.problem}"
    lines = [_head(outline)]
    if outline.imports:
        lines.append("imports: " + ", ".join(outline.imports))
    depths: dict[str, int] = {}
    for symbol in outline.symbols:
        depth = depths.get(symbol.parent, -1) + 1 if symbol.parent else 0
        depths[_qualified(symbol)] = depth
        lines.append("  " * depth + _line(symbol))
    if not outline.symbols:
        lines.append("no definitions")
    return "\n".join(lines)


def _head(outline: Outline) -> str:
    notes = [outline.language]
    if not outline.parsed:
        notes.append("has syntax errors")
    if outline.truncated:
        notes.append(f"not whole: {outline.truncated}")
    head = f"{outline.path} ({', '.join(notes)})"
    return f"{head}: {outline.doc}" if outline.doc else head


def _line(symbol: Symbol) -> str:
    end = f"-{symbol.end_line}" if symbol.end_line > symbol.line else ""
    text = f"{symbol.line}{end} {symbol.signature or symbol.name}"
    return f"{text}: {symbol.doc}" if symbol.doc else text


def _qualified(symbol: Symbol) -> str:
    if symbol.kind is SymbolKind.HEADING or not symbol.parent:
        return symbol.name
    return f"{symbol.parent}.{symbol.name}"
