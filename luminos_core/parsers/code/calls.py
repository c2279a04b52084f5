"""The calls of a file: the qualified name of each, and its arguments."""

from functools import cached_property

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.places import span
from luminos_core.parsers.code.source import Source, first_and_last
from luminos_core.parsers.patterns import fits

_TYPES = re2.compile(r"::<[^()]*>|<[\w\s,.?\[\]]*>")
_SEPARATORS = ("::", "?->", "->", "?.", "!!.", "!.")
_CHANGING = re2.compile(
    r"(?i)(?:[lr]|full|multi)?_?(?:strip|trim|chomp)(?:start|end|left|right|space|_\w+)?"
    r"|(?:to_?)?(?:lower|upper|down|up)_?(?:case)?|replace(?:all|first)?|g?sub|encode|decode"
    r"|to_?s(?:tring)?|to_?bytes|get_?bytes|freeze|clone|into|as_(?:str|bytes|ref)|to_owned"
)
_BRACES = re2.compile(r"\{([a-z_]\w*)(?::[^{}]*)?\}")
_FEW = 2  # kinds; where there are more, a call may have several
_LONGEST = 200  # characters of a name; a longer chain of calls keeps its end


class Call:
    """Its arguments are looked at when they are asked for: most calls concern no rule."""

    def __init__(self, node: SgNode, source: Source) -> None:
        """`node` is of a kind in the language's `calls`."""
        self.node = node
        self._source = source
        self._holders = _holders(node, source.syntax)
        start, end = span(node)
        if source.syntax.grammar == "bash":
            end = span(node.named_children()[0])[1]
        elif self._holders:
            end = span(self._holders[0])[0]
        self.written = source.text[start:end]
        # "subprocess.run", "new ProcessBuilder", "db.Query"
        self.name = call_name(self.written, source)

    @cached_property
    def receiver(self) -> str:
        """Source text of what a method is called on: "db"."""
        return "".join(self.written.split()).rpartition(".")[0].rstrip("?!")

    @cached_property
    def on(self) -> SgNode | None:
        """The value that a method is called on; none for a function of a module or a class."""
        children = self.node.named_children()
        if not self.receiver or not children:
            return None
        root, is_plain = self.receiver.partition(".")[0], "(" not in self.receiver
        if is_plain and (root in self._source.imports or root[:1].isupper()):
            return None
        inner = children[0].named_children()
        is_member = children[0].kind() in self._source.syntax.members and inner
        return inner[0] if is_member else children[0]

    @property
    def arguments(self) -> tuple[SgNode, ...]:
        """Those without a name."""
        return self._given[0]

    @property
    def named(self) -> dict[str, SgNode]:
        return self._given[1]

    def argument(self, which: str | int) -> SgNode | None:
        if isinstance(which, int):
            return self.arguments[which] if which < len(self.arguments) else None
        return self.named.get(which)

    @cached_property
    def _given(self) -> tuple[tuple[SgNode, ...], dict[str, SgNode]]:
        if self._source.syntax.grammar == "bash":
            arguments = self.node.named_children()[1:]
        else:
            arguments = [each for holder in self._holders for each in _inner(holder, self._source)]
        return _sorted_out(arguments, self._source)


def _holders(node: SgNode, syntax: Syntax) -> list[SgNode]:
    """What the arguments of a call are in; several when it is followed by a block."""
    kinds, first = syntax.arguments, node.field("arguments")
    if first and len(kinds) <= _FEW and first.kind() in kinds:
        return [first]
    return [each for each in node.named_children() if each.kind() in kinds]


def calls_of(source: Source) -> list[Call]:
    return [Call(node, source) for kind in source.syntax.calls for node in source.of(kind)]


def changes_text(call: Call) -> bool:
    """Whether it gives the text that it is called on stripped, in lower case, as bytes, …"""
    return bool(_CHANGING.fullmatch(call.name.rpartition(".")[2]))


def named_in_format(call: Call) -> list[str]:
    """Rust: the variables that a format names between braces."""
    first = call.arguments[:1] if call.name.endswith("!") else ()
    return [name for each in first for name in _BRACES.findall(each.text())]


def call_name(written: str, source: Source) -> str:
    """As the docstring of CodeMatcher says."""
    text, is_new = written, False
    if not written.replace(".", "_").isidentifier():  # most are plain
        text, is_new = _plain(written)
    text = text[-_LONGEST:].lstrip("\\&*@")
    root, dot, rest = text.partition(".")
    known = source.imports.get(root)
    if known:
        text = known + dot + rest
    elif not dot and not is_new and text in source.defined:
        text = f"self.{text}"  # what this file defines is not what a rule means
    return f"new {text}" if is_new else text


def _plain(written: str) -> tuple[str, bool]:
    """With dots alone between names, and whether "new" stands before it."""
    words = written.split()
    if words[:1] == ["await"]:
        del words[0]
    is_new = len(words) > 1 and words[0] == "new"
    text = "".join(words[is_new:])
    if "<" in text:
        text = _TYPES.sub("", text)
    for separator in _SEPARATORS:
        text = text.replace(separator, ".")
    return text, is_new


def _inner(holder: SgNode, source: Source) -> list[SgNode]:
    """The arguments in `holder`; Kotlin wraps the list once more."""
    found: list[SgNode] = []
    for child in holder.named_children():
        is_list = child.kind() in source.syntax.arguments and child.kind() not in (
            *source.syntax.strings,
            *source.syntax.named,
        )
        called = found[-1].text() if is_list and found and _is_macro(holder) else ""
        if fits(source.syntax.harmless, called):
            del found[-1]
            continue
        found += _inner(child, source) if is_list else [child]
    if not found and holder.kind() in source.syntax.strings:  # a tagged template
        return [holder]
    return [each for each in found if "comment" not in each.kind()]


def _is_macro(holder: SgNode) -> bool:
    """Whether what is in it is no tree, so that a call is a name and a list."""
    return holder.kind() == "token_tree"


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
            named |= members(inner, source)
    return tuple(plain), named


def members(node: SgNode, source: Source, prefix: str = "") -> dict[str, SgNode]:
    """The values in a literal object, by name: "tls.verify" for one object in another."""
    found: dict[str, SgNode] = {}
    for member in node.named_children():
        ends = first_and_last(member) if member.kind() in source.syntax.named else None
        if not ends:
            continue
        name = prefix + _key(ends[0])
        found[name] = ends[1]
        if ends[1].kind() in source.syntax.objects and prefix.count(".") < 2:
            found |= members(ends[1], source, f"{name}.")
    return found


def _key(node: SgNode) -> str:
    return node.text().strip("\"':` ")
