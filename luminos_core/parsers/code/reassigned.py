"""Which of the assignments before a place may still count at it."""

from collections.abc import Callable, Sequence

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.places import span
from luminos_core.parsers.code.source import Assignment

_LOOP = re2.compile("for|foreach|comprehension|range")
_BLOCK = re2.compile(
    r"block|body|module|program|source_file|unit|statements$|statement_list|^then$|^else$|^do$"
)
_MAYBE = re2.compile(
    r"if|unless|while|until|for|case|switch|when|match|try|catch|except|rescue|conditional|ternary"
    r"|modifier|guard"
)


def still_counting(
    assignments: Sequence[Assignment], node: SgNode, adds: Callable[[SgNode], bool]
) -> list[Assignment]:
    """Those since the last that is certain to have been made: in a block around `node`. `adds`
    tells one that adds to the value that was there."""
    found = sorted(assignments, key=lambda each: each.span)
    here = span(node)[0]
    for number in range(len(found) - 1, 0, -1):
        each = found[number]
        if each.span[1] <= here and not adds(each.node) and _is_certain(each.node, here):
            return found[number:]
    return found


def _is_certain(assignment: SgNode, here: int) -> bool:
    if _LOOP.search(assignment.kind()):
        return False
    around = assignment.parent()
    while around and not _BLOCK.search(around.kind()):
        if _MAYBE.search(around.kind()):
            return False
        around = around.parent()
    start, end = span(around) if around else (0, 0)
    return start <= here < end
