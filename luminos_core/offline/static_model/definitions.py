"""What a source file defines, in words."""

from luminos_core.offline.static_model.plain import first_line_documentation
from luminos_core.offline.static_model.source import Source
from luminos_core.offline.static_model.wording import agree, as_gloss, code, codes, count, listed
from luminos_core.records.outline import Symbol, SymbolKind

_NAMED = 4  # definitions of one kind that are named one by one
_EXAMPLES = 3  # of more than that


def defined(source: Source) -> str:
    """ "the classes `A` and `B` and 12 functions (`f()`, `g()`, `h()` …)"; "" for nothing."""
    if source.tests > 1:
        return count(source.tests, "test")
    found = [
        _group(_type_noun(source.types), [symbol.name for symbol in source.types]),
        _group("function", [f"{symbol.name}()" for symbol in source.functions]),
    ]
    if not source.types and not source.functions:
        found.append(_group("constant", [symbol.name for symbol in source.constants]))
    return listed([part for part in found if part])


def gist(source: Source, limit: int) -> str:
    """What a file without a comment of its own is about: its largest definitions, the first with
    its docstring when that fits."""
    if source.tests > 1:
        return f"holds {count(source.tests, 'test')}"
    names = [code(symbol.name) for symbol in source.types]
    names += [code(f"{symbol.name}()") for symbol in source.functions]
    names = list(dict.fromkeys(names))
    if not names:
        return ""
    leading = (*source.types, *source.functions)[0]
    doc = as_gloss(first_line_documentation(leading.doc, leading.name))
    if doc and len(doc) <= limit and not doc.endswith("…"):
        names[0] += f" ({doc})"
    return f"defines {listed(names, 3)}"


def _group(noun: str, names: list[str]) -> str:
    names = list(dict.fromkeys(names))
    if not names:
        return ""
    if len(names) <= _NAMED:
        return f"the {agree(len(names), noun)} {codes(names, _NAMED)}"
    return f"{count(len(names), noun)} ({', '.join(code(name) for name in names[:_EXAMPLES])} …)"


def _type_noun(types: tuple[Symbol, ...]) -> str:
    return "class" if all(symbol.kind is SymbolKind.CLASS for symbol in types) else "type"
