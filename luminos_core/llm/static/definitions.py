"""What a source file defines, in words."""

from luminos_core.llm.static.plain import first_line_documentation
from luminos_core.llm.static.symbols import (
    public_functions,
    public_types,
    test_count,
)
from luminos_core.llm.static.wording import agree, as_gloss, code, codes, count, listed
from luminos_core.records.outline import Outline, Symbol, SymbolKind

_NAMED = 4  # definitions of one kind that are named one by one
_EXAMPLES = 3  # of more than that


def defined(outline: Outline) -> str:
    """ "the classes `A` and `B` and 12 functions (`f()`, `g()`, `h()` …)"; "" for nothing."""
    tests = test_count(outline)
    if tests > 1:
        return count(tests, "test")
    types, functions = public_types(outline), public_functions(outline)
    found = [
        _group(_type_noun(types), [symbol.name for symbol in types]),
        _group("function", [f"{symbol.name}()" for symbol in functions]),
    ]
    if not types and not functions:
        constants = [symbol.name for symbol in outline.symbols if _is_constant(symbol)]
        found.append(_group("constant", constants))
    return listed([part for part in found if part])


def gist(outline: Outline, limit: int) -> str:
    """What a file without a comment of its own is about: its largest definitions, the first with
    its docstring when that fits."""
    tests = test_count(outline)
    if tests > 1:
        return count(tests, "test")
    types, functions = public_types(outline), public_functions(outline)
    names = [code(symbol.name) for symbol in types] + [code(f"{f.name}()") for f in functions]
    names = list(dict.fromkeys(names))
    if not names:
        return ""
    leading = (*types, *functions)[0]
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


def _is_constant(symbol: Symbol) -> bool:
    return symbol.kind is SymbolKind.CONSTANT and not symbol.name.startswith("_")
