"""What is known of a value: whether the program itself writes it, or input reaches it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.call_values import CallValues
from luminos_core.parsers.code.callers import Arguments
from luminos_core.parsers.code.calls import Call, calls_of
from luminos_core.parsers.code.inputs import Inputs
from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.lengths import Lengths
from luminos_core.parsers.code.operands import entries, operands
from luminos_core.parsers.code.places import span
from luminos_core.parsers.code.scopes import Scopes, is_part_of
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.code.value import (
    CHECKED,
    CONSTANT,
    UNKNOWN,
    Value,
    either,
    filled,
    joined,
)
from luminos_core.parsers.patterns import compiled

_DEPTH = 80  # steps from a value to what it is made of
_SOME = 100  # characters of a member's end, or a cast's beginning
_FEW = 20  # members of a collection that are in its shape
_SCRIPTS = ("javascript", "typescript", "tsx", "php")
_REQUEST = re2.compile(r"(?i)request|\$_[A-Z]")
_SELVES = ("self", "cls", "this", "$this")
_OWN = re2.compile(r"^(?:self|this|cls|\$this)\b")


class Values:
    """Follows values within their function, and to the assignments of the file."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._syntax: Syntax = source.syntax
        self._scopes = Scopes(source, self.calls)
        self._inputs = Inputs(source.syntax)
        self._called = CallValues(self._inputs, source.syntax, self.of, self._of_name)
        self._following: set[tuple[int, int, str]] = set()
        self._known: dict[tuple[int, int, str], Value] = {}
        self._calls: list[Call] | None = None
        self.lengths = Lengths(source)

    def calls(self) -> list[Call]:
        """All calls of the file, looked for once."""
        if self._calls is None:
            self._calls = calls_of(self._source)
        return self._calls

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
        if node.kind() in self._syntax.functions:
            return CONSTANT  # what it does is looked at where it is done
        return self._inputs.of(node.text()) or UNKNOWN

    @cached_property
    def _by_kind(self) -> dict[str, Callable[[SgNode], Value]]:
        """How a node is followed; a kind that is in two lists of a language counts by the first."""
        syntax = self._syntax
        followed: tuple[tuple[Iterable[str], Callable[[SgNode], Value]], ...] = (
            (syntax.literals, lambda node: Value(node.text(), constant=True)),
            (syntax.strings, self._string),
            (("heredoc_beginning",), self._heredoc),
            (syntax.collections, self._collection),
            (syntax.comprehensions, lambda node: self.of(node.named_children()[0])),
            (syntax.calls, lambda node: self._called.of(Call(node, self._source))),
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
        return either(map(self.of, children[::2] if is_python else children[-2:]))

    def _string(self, node: SgNode) -> Value:
        text, parts = self._source.string(node)
        if not parts:
            return Value(text, constant=True)
        if len(parts) == 1 and text.strip("{}$") == parts[0].text().strip("{}$"):
            return self.of(parts[0])
        return joined(self._pieces(node, parts))

    def _pieces(self, node: SgNode, parts: tuple[SgNode, ...]) -> Iterator[Value]:
        """Of a string: what is written, and its variable parts."""
        written = self._source.between(node, parts)
        for text, part in zip(written, parts, strict=False):
            yield Value(text, constant=True)
            yield self.of(part)
        yield Value(written[-1], constant=True)

    def _heredoc(self, node: SgNode) -> Value:
        """Ruby: the text follows the line on which it begins."""
        body = self._source.heredoc(node)
        return self.of(body) if body else UNKNOWN

    def _collection(self, node: SgNode) -> Value:
        """Constant when all its members are; nothing is put together by it."""
        children = node.named_children()
        if len(children) == 1 and node.kind().endswith("_list"):
            return self.of(children[0])
        is_named = node.kind() in self._syntax.named
        if is_named and children:
            return self.of(children[-1])
        found = [self.of(child) for child in children if "type" not in child.kind()]
        parts = f"[{', '.join(value.shape for value in found[:_FEW])}]"
        given = f"[{', '.join(value.given_shape for value in found[:_FEW])}]"
        return (
            replace(either(found), text=None, parts=parts, given_parts=given) if found else CONSTANT
        )

    def _wrapped(self, node: SgNode) -> Value:
        if compiled(self._syntax.casts).search(node.text()[:_SOME]):
            return CONSTANT
        inner = self._source.wrapped(node)
        return self.of(inner) if inner else UNKNOWN

    def _sum(self, node: SgNode) -> Value:
        operators = self._syntax.sums[node.kind()]
        signs = [child.text() for child in node.children() if not child.is_named()]
        values = [self.of(child) for child in operands(node)]
        if operators and not set(operators) & set(signs):
            return either(values)
        if "%" in signs and len(values) > 1:
            right = node.named_children()[-1]
            is_list = right.kind() in self._syntax.collections
            many = map(self.of, right.named_children()) if is_list else values[1:]
            return filled([values[0], *many])
        return joined(values)

    def _name(self, node: SgNode) -> Value:
        if not self._is_other_than_global(node.text()) and (found := self._inputs.of(node.text())):
            return found
        name = node.text().lstrip("$") if self._syntax.grammar == "bash" else node.text()
        if name in _SELVES:
            return UNKNOWN
        return self._of_name(name.strip("{}"), node)

    def _is_other_than_global(self, name: str) -> bool:
        """Whether the file gives the name of what a browser or a framework has to a variable of
        its own that has nothing to do with it."""
        if self._syntax.grammar not in _SCRIPTS:
            return False
        values = [each.value.text() for each in self._source.assignments.get(name, ())]
        return bool(values) and not any(_REQUEST.search(value) for value in values)

    def _of_name(self, name: str, node: SgNode) -> Value:
        """Of a variable that is used at `node`."""
        given = self._scopes.given(name, node)
        if given.checked:
            return CHECKED
        values = [
            joined([UNKNOWN, self.of(each)]) if is_part_of(each, node) else self.of(each)
            for each in given.values
        ]
        if given.values:
            values += [given.parameter] if given.parameter else []
            return joined(values) if given.adds else either(values)
        if given.parameter is not None:
            found = self._of_parameter(given.parameter, given.by_callers)
            return replace(found, names=(name,)) if found.given else found
        is_constant = compiled(self._syntax.constants).fullmatch(name)
        return CONSTANT if is_constant or self._inputs.is_own(f".{name}") else UNKNOWN

    def _of_parameter(self, parameter: Value, by_callers: Arguments | None) -> Value:
        """Input where a call in the file gives it some; constant where all give it constants. Calls
        outside of functions try it, and say nothing of others."""
        arguments = by_callers.values if by_callers else ()
        inside = [each for each in arguments if self._source.function_of(each)]
        found = either(map(self.of, inside))
        if found.remote:
            return found
        if not (by_callers and by_callers.are_all and inside):
            return parameter
        if found.constant and len(inside) == len(arguments):
            return CONSTANT
        return UNKNOWN if by_callers.is_own and not found.given else parameter

    def _member(self, node: SgNode) -> Value:
        text = node.text()
        children = node.named_children()
        if children and children[0].kind() in self._syntax.names:
            given = self._scopes.given(children[0].text(), node)
            if taken := entries(given.values, node, self._source):
                return either(map(self.of, taken))
        base = self.of(children[0]) if children else UNKNOWN
        whole = (*self._syntax.names, *self._syntax.members)
        if base.constant and base.text is None and children[0].kind() in whole:
            return CONSTANT  # an entry of a table that the program writes
        if found := self._inputs.of_member(node):
            return found
        if self._inputs.is_own(text):
            return CONSTANT
        last = text.rpartition(".")[2]
        if compiled(self._syntax.constants).fullmatch(last):
            return CONSTANT
        is_given = base.given and not _OWN.match(text)
        names = (text[-_SOME:],) if is_given else ()
        return Value(outside=base.outside, remote=base.remote, given=is_given, names=names)
