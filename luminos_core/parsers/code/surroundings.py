"""What stands around a place that a rule's matcher finds, as the matcher asks for it."""

from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.catalogue.rule import CodeMatcher
from luminos_core.parsers.code.guarded import guarded_lines, is_handler, is_in_handler
from luminos_core.parsers.code.places import span
from luminos_core.parsers.code.source import Source
from luminos_core.parsers.patterns import compiled

_HEAD = 500  # characters of a function, or a statement
_HEAD_END = re2.compile(r"[{:]\s*\n|\{|=>")
_STATEMENT = re2.compile(
    r"statement|declaration|assignment|^(?:assert|call|method|pair|keyed_element|let_declaration)$"
)
_CONDITION = 500  # characters of a condition
_NAMES = ("name", "declarator")  # fields
_ENDS = re2.compile(r"^(?:return|break)\b")
_OPENS = re2.compile(r"[:({]$|\bdo$")
_MANY = 15  # lines: too many to say what may fail
_OTHERS = 2  # for each exception


def is_in_place(code: CodeMatcher, node: SgNode, source: Source) -> bool:
    if code.not_condition and _is_on(code.not_condition, node, source):
        return False
    if (code.near or code.not_near) and not _is_near(code, node, source):
        return False
    if code.not_named and _is_named(code.not_named, node, source):
        return False
    if code.guards and not _guards(code, node):
        return False
    return _is_in_function(code, node, source)


def few_of(nodes: list[SgNode], code: CodeMatcher, source: Source) -> list[SgNode]:
    """`nodes`, or none where they are no exceptions to what the matcher says that others are."""
    if not nodes or not code.few_of:
        return nodes
    described: Any = {"rule": code.few_of}
    all_of_them, unlike = source.root.find_all(described), compiled(code.others)
    found = {span(node) for node in nodes}
    others = [node for node in all_of_them if span(node) not in found]
    is_one = len(others) >= _OTHERS * len(nodes) and all(
        unlike.search(node.text()) for node in others
    )
    return nodes if is_one else []


def _is_on(pattern: str, node: SgNode, source: Source) -> bool:
    """Whether a condition on which `node` is reached in its function has the pattern; so is the
    head of a clause that handles errors."""
    syntax, current = source.syntax, node.parent()
    while current and current.kind() not in syntax.functions:
        if current.kind() in syntax.conditions:
            asked = current.field("condition") or next(iter(current.named_children()), None)
            if asked and compiled(pattern).search(asked.text()[:_CONDITION]):
                return True
        elif is_handler(current) and compiled(pattern).search(current.text().partition("\n")[0]):
            return True
        current = current.parent()
    return False


def _is_near(code: CodeMatcher, node: SgNode, source: Source) -> bool:
    text = _near(node, source)
    wanted = not code.near or compiled(code.near).search(text)
    return bool(wanted) and not (code.not_near and compiled(code.not_near).search(text))


def _near(node: SgNode, source: Source) -> str:
    """The statement that `node` is in, and the name of its function, or its head if it has none."""
    statement, function = node, source.function_of(node)
    while (parent := statement.parent()) and not _STATEMENT.search(statement.kind()):
        statement = parent
    return f"{_head(function) if function else ''}\n{statement.text()[:_HEAD]}"


def _head(function: SgNode) -> str:
    name = _name(function).partition("(")[0]
    return name or str(_HEAD_END.split(function.text()[:_HEAD], 1)[0])


def _name(function: SgNode) -> str:
    found = next(filter(None, map(function.field, _NAMES)), None)
    return found.text()[:_HEAD] if found else _first_name(function)


def _first_name(node: SgNode) -> str:
    named = (each for each in node.named_children() if each.kind() == "simple_identifier")
    return next((each.text()[:_HEAD] for each in named), "")


def _is_named(pattern: str, node: SgNode, source: Source) -> bool:
    """Whether `node` is, or is in, a function with such a name, or a test with such a title."""
    if compiled(pattern).search(_title(node, source)):
        return True
    is_function = node.kind() in source.syntax.functions
    function = node if is_function else source.function_of(node)
    while function:
        if compiled(pattern).search(_name(function)):
            return True
        function = source.function_of(function)
    return False


def _title(call: SgNode, source: Source) -> str:
    given = call.field("arguments")
    first = next(iter(given.named_children()), None) if given else None
    return first.text()[:_HEAD] if first and first.kind() in source.syntax.strings else ""


def _guards(code: CodeMatcher, node: SgNode) -> bool:
    """Whether something that the matcher asks for fails without a word at `node`."""
    lines = guarded_lines(node)
    if is_in_handler(node) or len(lines) > _MANY or _is_one_way(node, lines):
        return False
    wanted = [number for number, line in enumerate(lines) if compiled(code.guards).search(line)]
    if code.guards_alone and len(lines) == 1:
        wanted += [0] * bool(compiled(code.guards_alone).search(lines[0].strip("{} ")))
    return any(not _is_harmless(code, lines, number) for number in wanted)


def _is_one_way(node: SgNode, lines: list[str]) -> bool:
    """Whether it ends when it succeeds: otherwise, another way is tried."""
    return len(lines) > 1 and bool(_ENDS.search(lines[-1])) and "return" not in node.text()


def _is_harmless(code: CodeMatcher, lines: list[str], number: int) -> bool:
    """By itself, or by the head of its block."""
    head = lines[number - 1] if number and _OPENS.search(lines[number - 1]) else ""
    return bool(code.not_guards) and any(
        compiled(code.not_guards).search(line) for line in (lines[number], head)
    )


def _is_in_function(code: CodeMatcher, node: SgNode, source: Source) -> bool:
    if not code.function and not code.not_function:
        return True
    function = source.function_of(node)
    text = function.text() if function else source.text
    wanted = not code.function or compiled(code.function).search(text)
    return bool(wanted) and not (code.not_function and compiled(code.not_function).search(text))
