"""C: what is known of the lengths of texts and of what they are copied into."""

from functools import cached_property, lru_cache
from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.places import span
from luminos_core.parsers.code.source import Source

_CHARACTERS = re2.compile(
    r"\b(?:char\w*|wchar_t|u?int8_t|u_char|g?u?char|BYTE|TCHAR|WCHAR|CHAR|xmlChar)\b"
)
# A number or a constant. Where sizeof is in it, somebody has measured what goes into it; [1] is of
# a structure that is made as long as needed.
_FIXED = re2.compile(r"^(?:[\sA-Z0-9_+*/()-]|\bk[A-Z]\w*)*$")
_LEAST = ("0", "1")
_STD_ARRAY = r"\barray\s*<\s*(?:unsigned\s+)?\w*char\w*\s*,[^<>;]+>\s*NAME\b"
_WRAPPERS = ("parenthesized_expression", "cast_expression", "pointer_expression")
_PARTS = ("subscript_expression", "binary_expression")  # of it, or a place in it
_MEASURED = (  # before the place
    r"(?i)\b\w*(?:len|length|width)\w*\s*\((?:\s*\([^()]*\))?[^()]*\bNAME\b",
    r"(?i)\bNAME\.(?:size|length)\(",
    r"\bNAME\b\s*(?:<[^<]|>[^>]|[%&]=)",
    r"(?:[^->]>|[^<]<)=?\s*(?:\([\w\s*]+\)\s*)?NAME\b",
    r"[<>][^;{}]{0,60}\bsizeof\s*\(?\s*NAME\b|\bsizeof\s*\(?\s*NAME\b[^;{}]{0,60}[<>]",
    r"(?i)\b(?:min|max|clamp)\w*\s*[<(][^;]*\bNAME\b",
    r"\bNAME\b\s*=[^;=]*(?:[^-]>|<|\?)",
    r"(?i)\bNAME\b\s*=[^;]*(?:alloc|strdup|\bnew\b|growstack|\bmin\b)",
    r"\bstr\w*cmp\s*\([^()]*\bNAME\b[^()]*\)\s*==\s*0|!\s*str\w*cmp\s*\([^()]*\bNAME\b",
)
_LONGEST = 20_000  # characters before the place in which comparisons are looked for
_LITTLE = 2_000  # of a function that the parser has not understood
_NAME = re2.compile(r"^[\w.>\[\]-]{1,60}$")


class Lengths:
    def __init__(self, source: Source) -> None:
        self._source = source

    def is_array(self, node: SgNode) -> bool:
        """Whether it is, or is in, an array of characters whose length the program writes: of the
        function, the file or a structure of the file."""
        base = _base(node)
        if base.kind() == "call_expression":
            return self._is_data_of_array(base.text())
        function = self._source.function_of(node)
        scope = span(function) if function else None
        return any(
            place is None or (place == scope and base.kind() == "identifier")
            for place in self._arrays.get(_last(base.text()), ())
        )

    def is_measured(self, node: SgNode) -> bool:
        """Whether its length, or it as a length, is compared before in its function."""
        name = _base(node).text()
        if not _NAME.match(name):
            return False
        function, end = self._source.function_of(node), span(node)[0]
        start = span(function)[0] if function else end - _LITTLE
        before = self._source.text[max(0, start, end - _LONGEST) : end]
        return bool(_named("|".join(_MEASURED), name).search(before))

    def _is_data_of_array(self, call: str) -> bool:
        """C++: name.data() of a std::array of the file."""
        name, _, method = call.partition(".")
        return method == "data()" and bool(_named(_STD_ARRAY, name).search(self._source.text))

    @cached_property
    def _arrays(self) -> dict[str, list[tuple[int, int] | None]]:
        """By name the functions in which it is one; None where it is one of the file."""
        found: dict[str, list[tuple[int, int] | None]] = {}
        for node in self._source.of("array_declarator"):
            name, size = node.field("declarator"), node.field("size")
            if name and size and _is_fixed(size.text()) and _is_of_characters(node):
                function = self._source.function_of(node)
                found.setdefault(name.text(), []).append(span(function) if function else None)
        return found


def _is_fixed(size: str) -> bool:
    return bool(_FIXED.match(size)) and size not in _LEAST


def _is_of_characters(declarator: SgNode) -> bool:
    """Whether its elements are, and it is no parameter, which is only a pointer."""
    parent = declarator.parent()
    while parent and not parent.field("type"):
        if parent.kind() == "pointer_declarator":
            return False
        parent = parent.parent()
    kind = parent.field("type") if parent else None
    if not parent or not kind or parent.kind() == "parameter_declaration":
        return False
    return bool(_CHARACTERS.search(kind.text()))


def _base(node: SgNode) -> SgNode:
    """The variable or member that a copy goes into, or comes from."""
    while inner := node.named_children():
        if node.kind() in _WRAPPERS:
            node = inner[-1]
        elif node.kind() in _PARTS:
            node = inner[0]
        else:
            break
    return node


def _last(name: str) -> str:
    return name.replace("->", ".").rpartition(".")[2]


@lru_cache(maxsize=1_000)
def _named(pattern: str, name: str) -> Any:
    return re2.compile(pattern.replace("NAME", re2.escape(name)))
