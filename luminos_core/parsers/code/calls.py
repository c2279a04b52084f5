"""The calls of a file: the qualified name of each, and its arguments."""

from collections.abc import Iterator
from dataclasses import dataclass

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.source import Source, first_and_last, span

_SPACE = re2.compile(r"\s+")
_TYPES = re2.compile(r"::<[^()]*>|<[\w\s,.?\[\]]*>")
_SEPARATOR = re2.compile(r"::|\?\.|->|\?->|!!\.|!\.")
_LONGEST = 200  # characters of a name; a longer chain of calls keeps its end


@dataclass(frozen=True)
class Call:
    node: SgNode
    name: str  # "subprocess.run", "new ProcessBuilder", "db.Query"
    receiver: str  # source text of what a method is called on: "db"
    arguments: tuple[SgNode, ...]  # those without a name
    named: dict[str, SgNode]

    def argument(self, which: str | int) -> SgNode | None:
        if isinstance(which, int):
            return self.arguments[which] if which < len(self.arguments) else None
        return self.named.get(which)


def calls_of(source: Source) -> Iterator[Call]:
    for kind in source.syntax.calls:
        for node in source.of(kind):
            yield call_at(node, source)


def call_at(node: SgNode, source: Source) -> Call:
    """`node` is of a kind in the language's `calls`."""
    holders = [each for each in node.named_children() if each.kind() in source.syntax.arguments]
    start, _end = span(node)
    end = span(holders[0])[0] if holders else _end
    arguments = [argument for holder in holders for argument in _inner(holder, source)]
    if source.syntax.grammar == "bash":
        name, *arguments = node.named_children()
        end = span(name)[1]
    written = source.text[start:end]
    plain, named = _sorted_out(arguments, source)
    text = call_name(written, source)
    receiver = _SPACE.sub("", written).rpartition(".")[0] if "." in written else ""
    return Call(node, text, receiver.rstrip("?!"), plain, named)


def call_name(written: str, source: Source) -> str:
    """As the docstring of CodeMatcher says."""
    text = _SPACE.sub(" ", written.strip()).removeprefix("await ")
    is_new = text.startswith("new ")
    text = text.removeprefix("new ").replace(" ", "")
    text = _SEPARATOR.sub(".", _TYPES.sub("", text))[-_LONGEST:].lstrip("\\&*@")
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
