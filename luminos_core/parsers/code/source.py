"""A source file as a syntax tree, with what is asked of its nodes again and again."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

import re2
from ast_grep_py import SgNode, SgRoot

from luminos_core.parsers.code.imports import imported_names
from luminos_core.parsers.code.languages import Syntax, languages
from luminos_core.parsers.code.places import Nesting, Span, span
from luminos_core.parsers.code.scripts import php_of

_QUOTED = re2.compile(r"(?s)^[a-zA-Z@$#]*(?:\"{3}|'{3}|[\"'`])(.*?)(?:\"{3}|'{3}|[\"'`])#*$")
_OPENED = re2.compile("^(?:[a-zA-Z@$#]*(?:\"{3}|'{3}|[\"'`]))")
_TEXT_PART = re2.compile(r"content|fragment|escape|start|end|delimiter|quote|brace|encoding|text")
_VALUE_FIRST = re2.compile("^(?:as|satisfies|non_null|postfix)")
_NO_PART = re2.compile("modifier|specifier|annotation|pattern_kind")
_CLASS = re2.compile(r"(?m)^[ \t]*class[ \t]+(\w+)")
_NAME_FIELDS = ("left", "name", "pattern", "declarator")
_VALUE_FIELDS = ("right", "value")
_PATTERN_KIND = re2.compile(r"pattern|list|tuple|mlhs")
_NAMES = re2.compile(r"[$@\w.]+")


class Assignment(NamedTuple):
    node: SgNode
    span: Span
    value: SgNode  # that it gives


class Source:
    """One file. Nodes are found by ast-grep; `syntax` says what their kinds mean."""

    def __init__(self, text: str, language: str) -> None:
        self.syntax: Syntax = languages()[language]
        self.text = php_of(text) if self.syntax.grammar == "php" else text
        self.root = SgRoot(self.text, self.syntax.grammar).root()
        self._by_kind: dict[str, list[SgNode]] = {}

    @cached_property
    def imports(self) -> dict[str, str]:
        """Qualified names by the names that this file gives them."""
        return imported_names(self.text, self.syntax.grammar)

    @cached_property
    def defined(self) -> frozenset[str]:
        """Names of functions and classes that this file defines."""
        found = (node.field("name") for kind in self.syntax.functions for node in self.of(kind))
        names = {node.text() for node in found if node}
        return frozenset(names.union(_CLASS.findall(self.text)))

    @cached_property
    def assignments(self) -> dict[str, list[Assignment]]:
        """By name."""
        found: dict[str, list[Assignment]] = defaultdict(list)
        self.gather(self.syntax.assignments)
        for kind in self.syntax.assignments:
            for node in self.of(kind):
                where = span(node)
                for name, value in _given(node):
                    found[name].append(Assignment(node, where, value))
        return found

    def of(self, kind: str) -> list[SgNode]:
        self.gather((kind,))
        return self._by_kind[kind]

    def gather(self, kinds: Iterable[str]) -> None:
        """Find the nodes of these kinds, which will be asked for, in one walk through the tree."""
        missing = [kind for kind in dict.fromkeys(kinds) if kind not in self._by_kind]
        if not missing:
            return
        self._by_kind |= {kind: [] for kind in missing}
        for node in self.root.find_all({"rule": {"any": [{"kind": kind} for kind in missing]}}):
            self._by_kind[node.kind()].append(node)

    def function_of(self, node: SgNode) -> SgNode | None:
        """The function that `node` is in."""
        return self._functions.around(span(node))

    @cached_property
    def _functions(self) -> Nesting:
        return Nesting(node for kind in self.syntax.functions for node in self.of(kind))

    def string(self, node: SgNode) -> tuple[str, tuple[SgNode, ...]]:
        """The text of a string without its quotes, and its variable parts."""
        parts = tuple(part for part in node.named_children() if not _is_text(part.kind()))
        quoted = _QUOTED.match(node.text())
        return (quoted.group(1) if quoted else node.text()), parts

    def between(self, node: SgNode, parts: tuple[SgNode, ...]) -> list[str]:
        """What is written before, between and after the parts of a string."""
        start, end = span(node)
        ends = [span(part) for part in parts]
        starts = [start, *(after for _, after in ends)]
        texts = [
            self.text[first:after]
            for first, after in zip(starts, [*(first for first, _ in ends), end], strict=True)
        ]
        texts[0] = _OPENED.sub("", texts[0])
        texts[-1] = texts[-1].rstrip("\"'`#")
        return [text.removeprefix("}").rstrip("${") for text in texts]

    def heredoc(self, beginning: SgNode) -> SgNode | None:
        first = span(beginning)[0]
        number = sum(span(each)[0] < first for each in self.of("heredoc_beginning"))
        bodies = self.of("heredoc_body")
        return bodies[number] if number < len(bodies) else None

    def wrapped(self, node: SgNode) -> SgNode | None:
        """What a wrapper stands for."""
        children = [each for each in node.named_children() if not _is_text(each.kind())]
        if not children:
            return None
        field = next(filter(None, map(node.field, ("expression", "value", "operand"))), None)
        return field or children[0 if _VALUE_FIRST.search(node.kind()) else -1]


def first_and_last(node: SgNode) -> tuple[SgNode, SgNode] | None:
    """Of the parts of a pair or an assignment: its name, and its value."""
    children = [each for each in node.named_children() if _is_part(each.kind())]
    return (children[0], children[-1]) if len(children) > 1 else None


@cache
def _is_part(kind: str) -> bool:
    return not _NO_PART.search(kind)


@cache
def _is_pattern(kind: str) -> bool:
    return bool(_PATTERN_KIND.search(kind))


@cache
def _is_text(kind: str) -> bool:
    return bool(_TEXT_PART.search(kind))


def _given(node: SgNode) -> Iterator[tuple[str, SgNode]]:
    """Each name that an assignment gives a value to, and the value."""
    name = next(filter(None, map(node.field, _NAME_FIELDS)), None)
    value = next(filter(None, map(node.field, _VALUE_FIELDS)), None)
    if not (name and value and _is_plain(name) and _is_plain(value)):
        ends = first_and_last(node)
        if not ends:
            return
        name, value = name or ends[0], value or ends[1]
    if name.text().startswith("$GLOBALS"):  # each of its entries is another variable
        return
    if not _is_pattern(name.kind()):
        yield _bare(name), value
        return
    names, values = name.named_children() or [name], value.named_children()
    same = value.kind() == name.kind() and len(names) == len(values)
    for number, each in enumerate(names):
        yield _bare(each), values[number] if same else value


def _is_plain(node: SgNode) -> bool:
    return node.is_named() and _is_part(node.kind())


def _bare(name: SgNode) -> str:
    """ "buf" for "buf[10]", "*p" and "{a: buf}"."""
    text = name.text()
    if text.isascii() and text.replace(".", "_").isidentifier():
        return text
    inner = _NAMES.findall(text.partition("[")[0])
    return inner[-1] if inner else text
