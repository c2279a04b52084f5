"""C: what the placeholders of a format stand for."""

from collections.abc import Iterator

import re2
from ast_grep_py import SgNode

from luminos_core.parsers.code.calls import Call

_STRINGS = ("string_literal", "concatenated_string", "raw_string_literal")
_NUMBER_NAMED = re2.compile(r'%"\s*(?:PRI|SCN)\w+\s*"')
_PLACEHOLDER = re2.compile(
    r"%([-+ #0*]*)(\d*)(\.[\d*]*)?(?:hh|h|ll|l|z|j|t|L)?([a-zA-Z%]|\[\^?\]?[^\]]*\])"
)


def texts_in_format(call: Call) -> Iterator[SgNode]:
    """The arguments that a call such as sprintf writes, or sscanf reads, as texts of any length."""
    arguments = list(call.arguments)
    for number, argument in enumerate(arguments):
        if argument.kind() in _STRINGS:
            read = "scanf" in call.name
            yield from _texts(
                _NUMBER_NAMED.sub("%d", argument.text()), arguments[number + 1 :], read
            )
            return


def _texts(template: str, arguments: list[SgNode], read: bool) -> Iterator[SgNode]:
    left = iter(arguments)
    for flags, width, precision, kind in _PLACEHOLDER.findall(template):
        is_star = "*" in flags
        if kind == "%" or (read and is_star):
            continue
        for _ in range(is_star + ("*" in precision)):  # a width that is an argument
            next(left, None)
        argument = next(left, None)
        is_bounded = bool(width) if read else bool(precision)
        if argument and kind[0] in "sS[" and not is_bounded:
            yield argument
