"""The definition in a syntax node: its kind, name and signature."""

import re
from collections.abc import Callable, Mapping

import re2
from tree_sitter import Node

from luminos_core.outline.doc_text import shortened
from luminos_core.outline.grammars import Grammar
from luminos_core.records.outline import SymbolKind

_SIGNATURE = 120  # characters
_ALL_CAPS = re.compile(r"_{0,2}[A-Z][A-Z0-9_]+")
_FUNCTION_VALUES = ("arrow_function", "function_expression", "generator_function")
_KEYWORDS = {"type_spec": "type ", "const_spec": "const "}  # in Go they are outside of the node
# Left by line breaks inside brackets.
_BRACKET_SPACES = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")
_RECEIVER = re2.compile(r"([\pL_][\pL\pN_]*)\s*(?:\[[^\]]*\])?\s*\)\z")


def kind_of(node: Node, grammar: Grammar, content: bytes) -> SymbolKind | None:
    """The kind of symbol that `node` defines; None when it defines none."""
    kind = grammar.definitions.get(node.type)
    if kind is None:
        return None
    check = _CHECKS.get(node.type)
    if check and not check(node):
        return None
    if kind is SymbolKind.CONSTANT and is_function_value(node):
        return SymbolKind.FUNCTION
    if kind is SymbolKind.CONSTANT and not _ALL_CAPS.fullmatch(name_of(node, content)):
        return None
    return kind


def name_of(node: Node, content: bytes) -> str:
    """The defined name, "" when there is none. In C it is at the end of a chain of declarators."""
    named = node.child_by_field_name("name") or node.child_by_field_name("left")
    if named is None:
        named = node
        while inner := named.child_by_field_name("declarator"):
            named = inner
        if named is node:
            named = next((child for child in node.named_children if "name" in child.type), None)
    return shortened(text_of(named, content), _SIGNATURE) if named else ""


def receiver_of(node: Node, content: bytes) -> str:
    """The receiver type of a Go method; "" for everything else."""
    receiver = node.child_by_field_name("receiver")
    match = receiver and _RECEIVER.search(text_of(receiver, content))
    return str(match[1]) if match else ""


def signature_of(node: Node, kind: SymbolKind, content: bytes, clean: Callable[[str], str]) -> str:
    """The text before the body, in one line; without a body, the first line."""
    body = None if kind is SymbolKind.CONSTANT else _body(node)
    if body is None:
        text = text_of(node, content).partition("\n")[0]
    else:
        comment = next((child for child in node.children if child.type == "comment"), body)
        end = min(body.start_byte, comment.start_byte)
        text = content[node.start_byte : end].decode("utf-8", "replace")
    line = _BRACKET_SPACES.sub("", _KEYWORDS.get(node.type, "") + " ".join(clean(text).split()))
    return shortened(line.rstrip("{:;=([ "), _SIGNATURE)


def text_of(node: Node, content: bytes) -> str:
    """The text of a node; `node.text` would call the read callback for every character."""
    return content[node.start_byte : node.end_byte].decode("utf-8", "replace")


def is_function_value(node: Node) -> bool:
    value = node.child_by_field_name("value")
    return value is not None and value.type in _FUNCTION_VALUES


def _body(node: Node) -> Node | None:
    if is_function_value(node):
        value = node.child_by_field_name("value")
        return value.child_by_field_name("body") if value else None
    return node.child_by_field_name("body")


def _is_prototype(node: Node) -> bool:
    """A declaration of a function, not of a pointer to one."""
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type in ("pointer_declarator", "reference_declarator"):
        inner = inner.child_by_field_name("declarator") or next(iter(inner.named_children), None)
    if inner is None or inner.type != "function_declarator":
        return False
    name = inner.child_by_field_name("declarator")
    return name is not None and name.type != "parenthesized_declarator"


def _has_body(node: Node) -> bool:
    return node.child_by_field_name("body") is not None


_CHECKS: Mapping[str, Callable[[Node], bool]] = {
    "declaration": _is_prototype,
    "field_declaration": _is_prototype,
    "struct_specifier": _has_body,
    "class_specifier": _has_body,
    "union_specifier": _has_body,
    "enum_specifier": _has_body,
}
