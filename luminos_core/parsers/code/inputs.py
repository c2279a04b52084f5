"""What in a source text is input, by the patterns of its language."""

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import Call
from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.value import CONSTANT, OUTSIDE, REMOTE, Value
from luminos_core.parsers.patterns import compiled

_LONGEST = 2_000  # characters of an expression in which input is looked for
_ARGUMENTS = re2.compile(r"""\([^()]*["'`$\[][^()]*\)""")
_SOME = 100  # characters of the end of a member
_DEPTH = 4  # calls in the arguments of calls


class Inputs:
    def __init__(self, syntax: Syntax) -> None:
        self._syntax = syntax
        self._outside = compiled(syntax.outside)
        self._operator = compiled(syntax.operator)

    def of(self, text: str) -> Value | None:
        """None for what is no input. What looks like it and is the program's own is constant."""
        if len(text) >= _LONGEST or not self._outside.search(text):
            return None
        if self._syntax.itself and compiled(self._syntax.itself).fullmatch(text):
            return CONSTANT
        is_operator = bool(self._syntax.operator and self._operator.search(text))
        return OUTSIDE if is_operator else REMOTE

    def of_call(self, call: Call) -> Value | None:
        """By what is called; the arguments of what it is called on are not."""
        return self.of(_without_arguments(call.written) + "(")

    def of_member(self, node: SgNode) -> Value | None:
        """By what it is a part of; which part it is may be input without that it is."""
        text, children = node.text(), node.named_children()
        literals = (*self._syntax.strings, *self._syntax.literals)
        if text.endswith("]") and len(children) > 1 and children[-1].kind() not in literals:
            text = children[0].text() + "["
        is_of_call = bool(children) and children[0].kind() in self._syntax.calls
        return self.of(_without_arguments(text) if is_of_call else text)

    def is_own(self, text: str) -> bool:
        """Whether it is a name of a table and the like, by its end."""
        return bool(compiled(self._syntax.own).search(text[-_SOME:]))


def _without_arguments(text: str) -> str:
    """Those that are more than a name."""
    for _ in range(_DEPTH if "(" in text else 0):
        text = _ARGUMENTS.sub("", text)
    return text
