"""From a syntax tree to symbols and imports, without recursion: a hostile tree is as deep as it
likes."""

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from tree_sitter import Node

from luminos_core.outline.grammars import Grammar
from luminos_core.outline.prose import comment_text, docstring_text, first_sentence
from luminos_core.outline.shape import kind_of, name_of, receiver_of, signature_of, text_of
from luminos_core.records.outline import Symbol, SymbolKind

SYMBOLS = 2_000  # an outline with more is no outline
_COMMENTS = ("comment", "line_comment", "block_comment")
_ATTRIBUTES = ("attribute_item", "annotation", "marker_annotation")
_WRAPPERS = ("decorated_definition", "template_declaration", "export_statement")
_CONTAINERS = (SymbolKind.CLASS, SymbolKind.TYPE)
_LEAVES = (SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTANT)
_IMPORT_TEXT = 2_000  # characters of one import statement
_CHECK_EVERY = 256  # nodes between two looks at the clock


@dataclass
class Found:
    """What a walk collects."""

    symbols: list[Symbol] = field(default_factory=list)
    imports: dict[str, None] = field(default_factory=dict)  # an ordered set
    truncated: str = ""


@dataclass(frozen=True)
class Source:
    """One parsed file. `clean` takes secrets out of a text before it is cut."""

    root: Node
    content: bytes
    grammar: Grammar
    clean: Callable[[str], str]


@dataclass(frozen=True)
class _Visit:
    node: Node
    parent: str  # qualified name
    inside: SymbolKind | None
    first_row: int  # of the node with its decorators


def walk(source: Source, deadline: float) -> Found:
    """Symbols in the file's order. Stops at `deadline` (thread_time) or 2,000 symbols."""
    found = Found()
    above = _Above(source.content)
    stack = [_Visit(source.root, "", None, 0)]
    visited = 0
    while stack:
        visit = stack.pop()
        visited += 1
        if visited % _CHECK_EVERY == 0 and time.thread_time() > deadline:
            found.truncated = "stopped after 2 s"
            break
        if len(found.symbols) >= SYMBOLS:
            found.truncated = f"over {SYMBOLS:,} symbols"
            break
        above.note(visit.node)
        if not visit.parent:
            _note_imports(visit.node, source, found)
        stack += reversed(list(_step(visit, source, found, above)))
    return found


def _step(visit: _Visit, source: Source, found: Found, above: "_Above") -> Iterator[_Visit]:
    """Take in one node; yields the children to look at."""
    node, grammar = visit.node, source.grammar
    kind = kind_of(node, grammar, source.content)
    inside, parent = visit.inside, visit.parent
    if kind and not (kind is SymbolKind.CONSTANT and parent):
        symbol = _symbol(visit, _in_place(kind, inside), source, above)
        found.symbols.append(symbol)
        if symbol.kind in _LEAVES:
            return
        inside, parent = kind, f"{parent}.{symbol.name}".lstrip(".")
    elif node.type in grammar.opaque or is_comment(node):
        return
    elif node.type in grammar.scopes:
        named = node.child_by_field_name(grammar.scopes[node.type])
        inside, parent = SymbolKind.CLASS, _plain_type(named, source) if named else parent
    wrapped = node.type in _WRAPPERS
    for child in node.named_children:
        first_row = node.start_point.row if wrapped else child.start_point.row
        yield _Visit(child, parent, inside, first_row)


def _in_place(kind: SymbolKind, inside: SymbolKind | None) -> SymbolKind:
    """A function in a class is a method, whatever the grammar calls it."""
    if kind is SymbolKind.FUNCTION and inside in _CONTAINERS:
        return SymbolKind.METHOD
    return kind


def _plain_type(named: Node, source: Source) -> str:
    """A type's name without its parameters."""
    return text_of(named.child_by_field_name("type") or named, source.content)


def _symbol(visit: _Visit, kind: SymbolKind, source: Source, above: "_Above") -> Symbol:
    node, content = visit.node, source.content
    documented = docstring_of(node, content) if source.grammar.docstrings else ""
    documented = documented or comment_text(above.comment(visit.first_row))
    return Symbol(
        kind=kind,
        name=source.clean(name_of(node, content)),
        line=visit.first_row + 1,
        end_line=max(visit.first_row, last_row(node)) + 1,
        parent=visit.parent or receiver_of(node, content),
        signature=signature_of(node, kind, content, source.clean),
        doc=first_sentence(source.clean(documented)),
    )


def docstring_of(node: Node, content: bytes) -> str:
    """The docstring of a Python module, class or function node."""
    body = node if node.type == "module" else node.child_by_field_name("body")
    statements = (child for child in body.named_children if child.type != "comment") if body else ()
    first = next(iter(statements), None)
    if first is None or first.type != "expression_statement" or not first.named_children:
        return ""
    literal = first.named_children[0]
    return docstring_text(text_of(literal, content)) if literal.type == "string" else ""


def last_row(node: Node) -> int:
    """The last row with text of `node`; some nodes end at the start of the row after."""
    end = node.end_point
    return max(node.start_point.row, end.row - (end.column == 0))


def is_comment(node: Node) -> bool:
    return node.type in _COMMENTS


def _note_imports(node: Node, source: Source, found: Found) -> None:
    pattern = source.grammar.imports.get(node.type)
    if pattern:
        text = source.clean(text_of(node, source.content))[:_IMPORT_TEXT]
        found.imports.update(dict.fromkeys(" ".join(m.split()) for m in re.findall(pattern, text)))


class _Above:
    """The comments and attributes met so far, by the row they end on."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._ending: dict[int, tuple[int, str]] = {}

    def note(self, node: Node) -> None:
        if is_comment(node):
            self._ending.setdefault(
                last_row(node), (node.start_point.row, text_of(node, self._content))
            )
        elif node.type in _ATTRIBUTES:
            self._ending.setdefault(last_row(node), (node.start_point.row, ""))
        else:  # code on a row makes a comment after it a remark on that row, not on the next
            self._ending.setdefault(last_row(node), (-1, ""))

    def comment(self, row: int) -> str:
        """The comment block that ends just above `row`, whole; given to its first asker only."""
        pieces: list[str] = []
        while (start_text := self._ending.pop(row - 1, None)) and start_text[0] >= 0:
            row, text = start_text
            pieces.append(text)
        return "\n".join(reversed(pieces))
