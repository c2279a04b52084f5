"""Extracting symbols and imports from a syntax tree of any depth, without recursion."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import re2
from tree_sitter import Node

from luminos_core.outline.doc_text import comment_text, docstring_text, first_sentence
from luminos_core.outline.grammars import Grammar
from luminos_core.outline.node_definition import (
    kind_of,
    name_of,
    receiver_of,
    signature_of,
    text_of,
)
from luminos_core.records.outline import Symbol, SymbolKind

_COMMENTS = ("comment", "line_comment", "block_comment")
_ATTRIBUTES = ("attribute_item", "annotation", "marker_annotation")
_WRAPPERS = ("decorated_definition", "template_declaration", "export_statement")
_CONTAINERS = (SymbolKind.CLASS, SymbolKind.TYPE)
_LEAVES = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTANT)
_IMPORT_TEXT = 2_000  # characters of one import statement
_PARENT = 300  # characters of a qualified name
_MODULE = 300  # characters of one import


@dataclass
class Extracted:
    """The symbols and imports found so far."""

    symbols: list[Symbol] = field(default_factory=list)
    imports: dict[str, None] = field(default_factory=dict)  # an ordered set
    truncated: str = ""


@dataclass(frozen=True)
class ParsedFile:
    """`clean` redacts a text before it is cut."""

    root: Node
    content: bytes
    grammar: Grammar
    clean: Callable[[str], str]
    most: int  # symbols, and imports


class _Pending(NamedTuple):
    node: Node
    type: str  # of the node, which is made anew each time that it is asked for
    parent: str  # qualified name
    enclosing_kind: SymbolKind | None
    first_row: int  # of the node with its decorators


def extract_symbols(file: ParsedFile) -> Extracted:
    """Symbols in the file's order, and imports, at most as many as `file` says of each."""
    extracted = Extracted()
    comments = _PrecedingComments(file.content)
    stack = [_Pending(file.root, file.root.type, "", None, 0)]
    while stack:
        item = stack.pop()
        if len(extracted.symbols) >= file.most:
            extracted.truncated = f"over {file.most:,} symbols"
            break
        comments.add(item)
        if not item.parent and item.type in file.grammar.imports:
            _add_imports(item, file, extracted)
        stack += reversed(list(_visit(item, file, extracted, comments)))
    return extracted


def _visit(
    item: _Pending, file: ParsedFile, extracted: Extracted, comments: "_PrecedingComments"
) -> Iterator[_Pending]:
    """Add the symbol of one node; yields the children to visit."""
    node, grammar = item.node, file.grammar
    defines = item.type in grammar.definitions
    kind = kind_of(node, grammar, file.content) if defines else None
    enclosing_kind, parent = item.enclosing_kind, item.parent
    if kind and not (kind is SymbolKind.CONSTANT and parent):
        symbol = _symbol(item, _nested_kind(kind, enclosing_kind), file, comments)
        extracted.symbols.append(symbol)
        if symbol.kind in _LEAVES:
            return
        enclosing_kind, parent = kind, f"{parent}.{symbol.name}".lstrip(".")[:_PARENT]
    elif item.type in grammar.opaque or item.type in _COMMENTS:
        return
    elif item.type in grammar.scopes:
        named = node.child_by_field_name(grammar.scopes[item.type])
        enclosing_kind, parent = SymbolKind.CLASS, _type_name(named, file) if named else parent
    wrapped = item.type in _WRAPPERS
    for child in node.named_children:
        first_row = node.start_point.row if wrapped else child.start_point.row
        yield _Pending(child, child.type, parent, enclosing_kind, first_row)


def _nested_kind(kind: SymbolKind, enclosing_kind: SymbolKind | None) -> SymbolKind:
    """A function in a class is a method, whatever its node type."""
    if kind is SymbolKind.FUNCTION and enclosing_kind in _CONTAINERS:
        return SymbolKind.METHOD
    return kind


def _type_name(named: Node, file: ParsedFile) -> str:
    """The name of a type without its parameters."""
    return text_of(named.child_by_field_name("type") or named, file.content)[:_PARENT]


def _symbol(
    item: _Pending, kind: SymbolKind, file: ParsedFile, comments: "_PrecedingComments"
) -> Symbol:
    node, content = item.node, file.content
    documented = docstring_of(node, file) or comment_text(comments.pop_block(item.first_row))
    return Symbol(
        kind=kind,
        name=file.clean(name_of(node, content)),
        line=item.first_row + 1,
        end_line=max(item.first_row, last_row(node)) + 1,
        parent=item.parent or receiver_of(node, content)[:_PARENT],
        signature=signature_of(node, kind, content, file.clean),
        doc=first_sentence(file.clean(documented)),
    )


def docstring_of(node: Node, file: ParsedFile) -> str:
    """The docstring of a module, class or function node; "" in a language without."""
    if not file.grammar.docstrings:
        return ""
    body = node if node.type == "module" else node.child_by_field_name("body")
    statements = (child for child in body.named_children if child.type != "comment") if body else ()
    first = next(iter(statements), None)
    if first is None or first.type != "expression_statement" or not first.named_children:
        return ""
    literal = first.named_children[0]
    return docstring_text(text_of(literal, file.content)) if literal.type == "string" else ""


def last_row(node: Node) -> int:
    """The last row with text of `node`; some nodes end at the start of the next row."""
    end = node.end_point
    return max(node.start_point.row, end.row - (end.column == 0))


def is_comment(node: Node) -> bool:
    return node.type in _COMMENTS


def _add_imports(item: _Pending, file: ParsedFile, extracted: Extracted) -> None:
    pattern = file.grammar.imports[item.type]
    text = file.clean(text_of(item.node, file.content))[:_IMPORT_TEXT]
    for module in _compiled(pattern).findall(text):
        if len(extracted.imports) >= file.most:
            extracted.truncated = f"over {file.most:,} imports"
            break
        extracted.imports.setdefault(" ".join(module.split())[:_MODULE])


@cache
def _compiled(pattern: str) -> Any:
    return re2.compile(pattern)


class _PrecedingComments:
    """The comments and attributes seen so far, by their last row."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._by_last_row: dict[int, tuple[int, str]] = {}

    def add(self, item: _Pending) -> None:
        node = item.node
        if item.type in _COMMENTS:
            block = (node.start_point.row, text_of(node, self._content))
        elif item.type in _ATTRIBUTES:
            block = (node.start_point.row, "")
        else:  # a comment after code belongs to that code, not to the next row
            block = (-1, "")
        self._by_last_row.setdefault(last_row(node), block)

    def pop_block(self, row: int) -> str:
        """The comment block that ends just above `row`; returned once."""
        pieces: list[str] = []
        while (found := self._by_last_row.pop(row - 1, None)) and found[0] >= 0:
            row, text = found
            pieces.append(text)
        return "\n".join(reversed(pieces))
