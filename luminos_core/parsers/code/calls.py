"""The calls of a file: the qualified name of each, and its arguments."""

from collections.abc import Iterator
from functools import cached_property

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.source import Source, first_and_last, span

_SPACE = re2.compile(r"\s+")
_TYPES = re2.compile(r"::<[^()]*>|<[\w\s,.?\[\]]*>")
_SEPARATOR = re2.compile(r"::|\?\.|->|\?->|!!\.|!\.")
_LONGEST = 200  # characters of a name; a longer chain of calls keeps its end


class Call:
    """One call. Its arguments are only looked at when a rule asks for them."""

    def __init__(self, node: SgNode, source: Source) -> None:
        self.node = node
        self._source = source
        children = node.named_children()
        if source.syntax.grammar == "bash":
            self._holders, self._written = [], children[0].text() if children else ""
        else:
            self._holders = [each for each in children if each.kind() in source.syntax.arguments]
            text = node.text()
            last = self._holders[0].text() if self._holders else ""
            start = span(self._holders[0])[0] - span(node)[0] if last else len(text)
            self._written = text[:start]

    @cached_property
    def name(self) -> str:
        """ "subprocess.run", "new ProcessBuilder", "db.Query"."""
        return call_name(self._written, self._source)

    @cached_property
    def receiver(self) -> str:
        """The source text of what a method is called on: "db"."""
        written = _SPACE.sub("", self._written) if "." in self._written else ""
        return written.rpartition(".")[0].rstrip("?!")

    @property
    def arguments(self) -> tuple[SgNode, ...]:
        """Those without a name."""
        return self._sorted[0]

    @property
    def named(self) -> dict[str, SgNode]:
        return self._sorted[1]

    def argument(self, which: str | int) -> SgNode | None:
        if isinstance(which, int):
            return self.arguments[which] if which < len(self.arguments) else None
        return self.named.get(which)

    @cached_property
    def _sorted(self) -> tuple[tuple[SgNode, ...], dict[str, SgNode]]:
        if self._source.syntax.grammar == "bash":
            return _sorted_out(self.node.named_children()[1:], self._source)
        inner = [each for holder in self._holders for each in _inner(holder, self._source)]
        return _sorted_out(inner, self._source)


def calls_of(source: Source) -> Iterator[Call]:
    for kind in source.syntax.calls:
        for node in source.of(kind):
            yield Call(node, source)


def call_name(written: str, source: Source) -> str:
    """As the docstring of CodeMatcher says."""
    text = written.strip().removeprefix("await ")
    is_new = text.startswith("new ")
    text = text.removeprefix("new ")
    for pattern, by in ((_SPACE, ""), (_TYPES, ""), (_SEPARATOR, ".")):
        if pattern.search(text):
            text = pattern.sub(by, text)
    text = text[-_LONGEST:].lstrip("\\&*@")
    root, dot, rest = text.partition(".")
    known = source.imports.get(root)
    if known:
        text = known + dot + rest
    elif not dot and not is_new and text in source.defined:
        text = f"self.{text}"  # what this file defines is not what a rule means
    return f"new {text}" if is_new else text


def _inner(holder: SgNode, source: Source) -> list[SgNode]:
    """The arguments in `holder`; Kotlin wraps the list once more."""
    found: list[SgNode] = []
    for child in holder.named_children():
        is_list = child.kind() in source.syntax.arguments and child.kind() not in (
            *source.syntax.strings,
            *source.syntax.named,
        )
        found += _inner(child, source) if is_list else [child]
    if not found and holder.kind() in source.syntax.strings:  # a tagged template
        return [holder]
    return [each for each in found if "comment" not in each.kind()]


def _sorted_out(
    arguments: list[SgNode], source: Source
) -> tuple[tuple[SgNode, ...], dict[str, SgNode]]:
    plain: list[SgNode] = []
    named: dict[str, SgNode] = {}
    for argument in arguments:
        if argument.kind() in source.syntax.named and (ends := first_and_last(argument)):
            named[_key(ends[0])] = ends[1]
            continue
        plain.append(argument)
        inner = argument
        while inner.kind() in source.syntax.wrappers and (wrapped := source.wrapped(inner)):
            inner = wrapped
        if inner.kind() in source.syntax.objects:
            named |= _members(inner, source)
    return tuple(plain), named


def _members(node: SgNode, source: Source, prefix: str = "") -> dict[str, SgNode]:
    """The values in a literal object, by name: "tls.verify" for one object in another."""
    found: dict[str, SgNode] = {}
    for member in node.named_children():
        ends = first_and_last(member) if member.kind() in source.syntax.named else None
        if not ends:
            continue
        name = prefix + _key(ends[0])
        found[name] = ends[1]
        if ends[1].kind() in source.syntax.objects and prefix.count(".") < 2:
            found |= _members(ends[1], source, f"{name}.")
    return found


def _key(node: SgNode) -> str:
    return node.text().strip("\"':` ")
