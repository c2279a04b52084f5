"""Whether a value in the code is what a rule asks for."""

from collections.abc import Callable, Sequence

from ast_grep_py import SgNode

from luminos_core.catalogue.condition import Condition, Is, Term
from luminos_core.parsers.code.regexes import explodes
from luminos_core.parsers.code.value import Value
from luminos_core.parsers.code.values import Values
from luminos_core.parsers.patterns import compiled


def holds(condition: Condition, node: SgNode | None, values: Values) -> bool:
    return all(_one_holds((term, *term.otherwise), node, values) for term in condition)


def that_hold(
    condition: Condition, nodes: Sequence[SgNode | None], values: Values
) -> list[SgNode | None]:
    """Those of `nodes` that are so; for a condition that says what none may be, all or none."""
    found = [node for node in nodes if holds(condition, node, values)]
    if all(term.negated for term in condition):
        return list(nodes) or [None] if len(found) == len(nodes) else []
    return found


def _one_holds(terms: tuple[Term, ...], node: SgNode | None, values: Values) -> bool:
    return any(_holds(term, node, values) is not term.negated for term in terms)


def _holds(term: Term, node: SgNode | None, values: Values) -> bool:
    if node is None:
        return term.is_ is Is.ABSENT
    if term.is_ in (Is.PRESENT, Is.ABSENT):
        return term.is_ is Is.PRESENT
    if term.is_ is Is.CODE:
        return bool(compiled(term.text).search(node.text()))
    if term.is_ is Is.ARRAY:
        return values.lengths.is_array(node)
    if term.is_ is Is.MEASURED:
        return values.lengths.is_measured(node)
    return _is(term, values.of(node))


def _is(term: Term, value: Value) -> bool:
    if term.is_ in _OF_TEXT:
        return value.text is not None and _OF_TEXT[term.is_](term.text, value.text)
    if term.is_ in (Is.SHAPE, Is.GIVEN_SHAPE):
        shape = value.shape if term.is_ is Is.SHAPE else value.given_shape
        return bool(compiled(term.text).search(shape))
    return _OF_VALUE[term.is_](value)


_OF_TEXT: dict[Is, Callable[[str, str], bool]] = {
    Is.EQUALS: lambda asked, text: text.lower() == asked.lower(),
    Is.TEXT: lambda asked, text: compiled(asked).search(text) is not None,
    Is.EXPLODES: lambda _, text: explodes(text),
}
_OF_VALUE: dict[Is, Callable[[Value], bool]] = {
    Is.BUILT: lambda value: value.built,
    Is.OUTSIDE: lambda value: value.outside,
    Is.GIVEN: lambda value: value.given,
    Is.VARIABLE: lambda value: not value.constant,
    Is.CONSTANT: lambda value: value.constant and not value.checked,
}
