"""What is known of a value: whether the program itself writes it, or input reaches it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.scopes import Scopes, is_part_of
from luminos_core.parsers.code.source import Source, span

_DEPTH = 80  # steps from a value to what it is made of
_LONGEST = 2_000  # characters of an expression in which input is looked for


@dataclass(frozen=True)
class Value:
    text: str | None = None  # of a constant, when it is known
    constant: bool = False
    built: bool = False
    outside: bool = False


CONSTANT = Value(constant=True)
UNKNOWN = Value()
OUTSIDE = Value(outside=True)


class Values:
    """Follows values within their function, and to the assignments of the file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._syntax: Syntax = source.syntax
        self._scopes = Scopes(source)
        self._outside = _compiled(self._syntax.outside)
        self._harmless = _compiled(self._syntax.harmless)
        self._formats = _compiled(self._syntax.formats)
        self._constants = _compiled(self._syntax.constants)
        self._following: set[tuple[int, int, str]] = set()
        self._known: dict[tuple[int, int, str], Value] = {}

    def of(self, node: SgNode) -> Value:
        key = (*span(node), node.kind())
        if key in self._known:
            return self._known[key]
        if key in self._following or len(self._following) >= _DEPTH:
            return UNKNOWN
        self._following.add(key)
        try:
            value = self._follow(node)
        finally:
            self._following.discard(key)
        self._known[key] = value
        return value

    def _follow(self, node: SgNode) -> Value:
        follow = self._by_kind.get(node.kind())
        if follow:
            return follow(node)
        return OUTSIDE if self._is_outside(node) else UNKNOWN

    @cached_property
    def _by_kind(self) -> dict[str, Callable[[SgNode], Value]]:
        """How a node is followed; a kind that is in two lists of a language counts by the first."""
        syntax = self._syntax
        followed: tuple[tuple[Iterable[str], Callable[[SgNode], Value]], ...] = (
            (syntax.literals, lambda node: Value(node.text(), constant=True)),
            (syntax.strings, self._string),
            (syntax.collections, self._collection),
            (syntax.calls, lambda node: self._call(Call(node, self._source))),
            (syntax.sums, self._sum),
            (syntax.choices, self._choice),
            (syntax.wrappers, self._wrapped),
            (syntax.names, self._name),
            (syntax.members, self._member),
        )
        return {kind: follow for kinds, follow in reversed(followed) for kind in kinds}

    def _choice(self, node: SgNode) -> Value:
        """One of two values; what is asked stands first, in Python between them."""
        children = node.named_children()
        is_python = self._syntax.grammar == "python" and len(children) == 3
        return _either(map(self.of, children[::2] if is_python else children[-2:]))

    def _string(self, node: SgNode) -> Value:
        text, parts = self._source.string(node)
        if not parts:
            return Value(text, constant=True)
        if len(parts) == 1 and text.strip("{}$") == parts[0].text().strip("{}$"):
            return self.of(parts[0])
        return _joined([CONSTANT, *map(self.of, parts)])

    def _collection(self, node: SgNode) -> Value:
        """Constant when all its members are; nothing is put together by it."""
        children = node.named_children()
        if len(children) == 1 and node.kind().endswith("_list"):
            return self.of(children[0])
        is_named = node.kind() in self._syntax.named
        found = [self.of(child) for child in (children[-1:] if is_named else children)]
        return CONSTANT if all(value.constant for value in found) else _either(found)

    def _wrapped(self, node: SgNode) -> Value:
        inner = self._source.wrapped(node)
        return self.of(inner) if inner else UNKNOWN

    def _sum(self, node: SgNode) -> Value:
        operators = self._syntax.sums[node.kind()]
        signs = [child.text() for child in node.children() if not child.is_named()]
        values = [self.of(child) for child in node.named_children()]
        if operators and not set(operators) & set(signs):
            return _either(values)
        return _joined(values)

    def _call(self, call: Call) -> Value:
        if self._harmless.fullmatch(call.name):
            return CONSTANT
        if self._is_outside(call.node):
            return OUTSIDE
        values = [self.of(each) for each in (*call.arguments, *call.named.values())]
        if receiver := self._receiver(call):
            values.append(self.of(receiver))
        if self._formats.fullmatch(call.name):
            return _joined(values) if values else UNKNOWN
        return Value(outside=any(value.outside for value in values))

    def _receiver(self, call: Call) -> SgNode | None:
        """The value that a method is called on; none for a function of a module or a class."""
        children = call.node.named_children()
        if not call.receiver or not children:
            return None
        root, plain = call.receiver.partition(".")[0], "(" not in call.receiver
        if plain and (root in self._source.imports or root[:1].isupper()):
            return None
        inner = children[0].named_children()
        is_member = children[0].kind() in self._syntax.members and inner
        return inner[0] if is_member else children[0]

    def _name(self, node: SgNode) -> Value:
        name = node.text().lstrip("$") if self._syntax.grammar == "bash" else node.text()
        if self._is_outside(node):
            return OUTSIDE
        given = self._scopes.given(name.strip("{}"), node)
        if given.checked:
            return CONSTANT
        values = [
            _joined([UNKNOWN, self.of(each)]) if is_part_of(each, node) else self.of(each)
            for each in given.values
        ]
        if given.values:
            return _joined([*values]) if given.adds else _either(values)
        if given.parameter is not None:
            return OUTSIDE if given.parameter else UNKNOWN
        if self._constants.fullmatch(name):
            return CONSTANT
        return UNKNOWN

    def _member(self, node: SgNode) -> Value:
        if self._is_outside(node):
            return OUTSIDE
        last = node.text().rpartition(".")[2]
        if self._constants.fullmatch(last):
            return CONSTANT
        children = node.named_children()
        base = self.of(children[0]) if children else UNKNOWN
        if base.constant and base.text is None and children[0].kind() in self._syntax.names:
            return CONSTANT  # an entry of a table that the program writes
        return Value(outside=base.outside)

    def _is_outside(self, node: SgNode) -> bool:
        text = node.text()
        return len(text) < _LONGEST and self._outside.search(text) is not None


def _joined(values: Iterable[Value]) -> Value:
    """A text made of pieces."""
    pieces = list(values)
    if all(piece.constant for piece in pieces):
        texts = [piece.text for piece in pieces]
        known = "".join(filter(None, texts)) if None not in texts else None
        return Value(known, constant=True)
    outside = any(piece.outside for piece in pieces)
    is_built = len(pieces) > 1 or any(piece.built for piece in pieces)
    return Value(built=is_built, outside=outside)


def _either(values: Iterable[Value]) -> Value:
    found = list(values)
    if found and all(value.constant for value in found):
        return found[0] if len(found) == 1 else CONSTANT
    return Value(
        built=any(value.built for value in found), outside=any(value.outside for value in found)
    )


@cache
def _compiled(pattern: str) -> Any:
    """Of "" one that nothing matches."""
    return re2.compile(pattern or _NOTHING)


_NOTHING = r"[^\s\S]"
