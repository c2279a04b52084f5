"""Whether a value in the code is what a rule asks for."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import re2
from ast_grep_py import SgNode

from luminos_core.catalogue.condition import Condition, Is, Term
from luminos_core.parsers.code.regexes import explodes
from luminos_core.parsers.code.values import Value, Values


def holds(condition: Condition, node: SgNode | None, values: Values) -> bool:
    return all(_holds(term, node, values) is not term.negated for term in condition)


def holds_for_one(condition: Condition, nodes: Sequence[SgNode], values: Values) -> bool:
    """Whether one of `nodes` is so; for a negated condition, whether none is."""
    return all(
        any(_holds(term, node, values) for node in nodes) is not term.negated for term in condition
    )


def _holds(term: Term, node: SgNode | None, values: Values) -> bool:
    if node is None:
        return term.is_ is Is.ABSENT
    if term.is_ in (Is.PRESENT, Is.ABSENT):
        return term.is_ is Is.PRESENT
    if term.is_ is Is.CODE:
        return bool(_compiled(term.text).search(node.text()))
    return _is(term, values.of(node))


def _is(term: Term, value: Value) -> bool:
    text = value.text
    match term.is_:
        case Is.EQUALS:
            return text is not None and text.lower() == term.text.lower()
        case Is.TEXT:
            return text is not None and bool(_compiled(term.text).search(text))
        case Is.EXPLODES:
            return text is not None and explodes(text)
        case Is.BUILT:
            return value.built
        case Is.OUTSIDE:
            return value.outside
        case _:
            return value.constant is (term.is_ is Is.CONSTANT)


@cache
def _compiled(pattern: str) -> Any:
    return re2.compile(pattern)
