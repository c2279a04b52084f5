"""The parts of a sum, and of a literal object."""

from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import members
from luminos_core.parsers.code.source import Source

_CHAINED = ("+", ".")


def operands(node: SgNode) -> list[SgNode]:
    """Of a sum; of a sum of sums all of them, however many."""
    found: list[SgNode] = []
    left, kind, sign = node, node.kind(), _sign(node)
    while left.kind() == kind and _sign(left) == sign and (children := left.named_children()):
        found[:0] = children[1:] if sign in _CHAINED else children
        if sign not in _CHAINED:
            return found
        left = children[0]
    return [left, *found]


def entries(objects: tuple[SgNode, ...], member: SgNode, source: Source) -> list[SgNode]:
    """What `member` takes out of each of `objects`; none when they are not all literal objects
    that have it."""
    key = member.named_children()[-1].text().strip("\"'`:")
    if not all(each.kind() in source.syntax.objects for each in objects):
        return []
    found = [members(each, source).get(key) for each in objects]
    return [each for each in found if each] if all(found) else []


def _sign(node: SgNode) -> str:
    return next((child.text() for child in node.children() if not child.is_named()), "")
