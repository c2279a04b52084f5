"""What fails without a word at a place that passes errors over."""

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.places import span

_HANDLER = re2.compile(r"^(?:except_(?:group_)?clause|catch_clause|catch_block|rescue)$")
_LAST = re2.compile(r"^(?:finally_clause|finally_block|ensure)$")
_FUNCTION = re2.compile(r"function|method|lambda|closure|func_literal")
_COMMENT = re2.compile(r"^(?:#|//|/?\*)")
_LONGEST = 300  # characters of a line
_BRACES = "{} \t\r"


def guarded_lines(node: SgNode) -> list[str]:
    """The lines of what `node` is about, without comments: what stands before it in its statement
    when it is a clause that handles errors, and itself when it is a whole statement."""
    lines = [line.strip() for part in _guarded(node) for line in part.text().split("\n")]
    return [line for line in lines if _is_code(line)]


def _is_code(line: str) -> bool:
    """Whether it is code that a person wrote."""
    return bool(line.strip(_BRACES)) and len(line) <= _LONGEST and not _COMMENT.search(line)


def is_handler(node: SgNode) -> bool:
    return bool(_HANDLER.search(node.kind()))


def is_in_handler(node: SgNode) -> bool:
    """Whether another error is handled there, or a block ended: an attempt that may fail."""
    current = node.parent()
    while current and not _FUNCTION.search(current.kind()):
        if is_handler(current) or _LAST.search(current.kind()):
            return True
        current = current.parent()
    return False


def _guarded(node: SgNode) -> list[SgNode]:
    parent = node.parent()
    if not parent or not is_handler(node):
        return [node]
    start = span(node)[0]
    return [
        each for each in parent.named_children() if span(each)[0] < start and not is_handler(each)
    ]
