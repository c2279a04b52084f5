"""What is known of the result of a call."""

from collections.abc import Callable

from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import Call, changes_text, named_in_format
from luminos_core.parsers.code.inputs import Inputs
from luminos_core.parsers.code.languages import Syntax
from luminos_core.parsers.code.value import CONSTANT, HOLE, UNKNOWN, Value, filled
from luminos_core.parsers.patterns import compiled, fits

_LOOKS_UP = r".*\.(?:get|getOrDefault|GetValueOrDefault|fetch|dig|at|getValue|getOrElse)"
_EACH = "map|array_map|collect|map!"


class CallValues:
    def __init__(
        self,
        inputs: Inputs,
        syntax: Syntax,
        of: Callable[[SgNode], Value],
        of_name: Callable[[str, SgNode], Value],
    ) -> None:
        """`of` says what a node is, and `of_name` what a variable is that is used at a node."""
        self._inputs, self._syntax = inputs, syntax
        self._of, self._of_name = of, of_name

    def of(self, call: Call) -> Value:
        syntax = self._syntax
        if fits(syntax.harmless, call.name) or _maps(call, syntax):
            return CONSTANT
        is_format = fits(syntax.formats, call.name)
        if not is_format and (found := self._inputs.of_call(call)):
            return found
        on = [call.on] if call.on else []
        values = [self._of(each) for each in (*on, *call.arguments, *call.named.values())]
        if is_format:
            return self._put_together(call, values)
        is_bare = not (call.arguments or call.named)
        if fits(_LOOKS_UP, call.name) and self._is_table(call, values):
            return CONSTANT  # an entry of a table that the program writes, or what stands for none
        if is_bare and self._inputs.is_own(call.written):
            return CONSTANT
        is_getter = is_bare and bool(call.on)
        is_asked = bool(call.on) and values[0].remote  # what a request is asked for
        return Value(
            outside=any(value.outside for value in values),
            remote=is_asked,
            given=is_asked or (is_getter and values[0].given),
            names=values[0].names if is_getter else (),
            parts=HOLE if is_getter else f"{HOLE}()",
        )

    def _put_together(self, call: Call, values: list[Value]) -> Value:
        """Of what it is called on, and its arguments."""
        by_program = all(value.constant for value in values[1:])
        if call.on and by_program and changes_text(call):
            return values[0]
        values += [self._of_name(name, call.node) for name in named_in_format(call)]
        return filled(values) if values else UNKNOWN

    def _is_table(self, call: Call, values: list[Value]) -> bool:
        if call.on:
            return values[0].constant
        name = call.receiver.rpartition(".")[2]
        return bool(compiled(self._syntax.constants).fullmatch(name))


def _maps(call: Call, syntax: Syntax) -> bool:
    """Whether it makes each member harmless: a number, escaped, …"""
    if not fits(_EACH, call.name.rpartition(".")[2]):
        return False
    return any(fits(syntax.harmless, each.text().strip("\"'&:")) for each in call.arguments)
