"""What is known of a value, and of one that is made of others."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import re2

HOLE = "…"
GIVEN_HOLE = "‥"
_BLANK = "_"
_FEW = 20  # names
_LONGEST = 2_000  # characters of a shape
# "%s" and its like, "{}", "{0}", "{name}"; of numbers "%d", "%.2f", "{:d}".
_PLACEHOLDER = re2.compile(
    r"%%|%(?:\(\w+\))?[-+ #0]*[\d.*]*(?:hh|h|ll|l|z)?[a-zA-Z]|\{\{|\}\}|\{[\w.]*(?:[:!][^{}]*)?\}"
)
_NUMBER = re2.compile(r"^%.*[diuxXfeEgGbop]$|^\{\w*:[^}]*[dxXbn]\}$")
_LITERAL = ("%%", "{{", "}}")


@dataclass(frozen=True)
class Value:
    text: str | None = None  # of a constant, when it is known
    constant: bool = False
    built: bool = False
    outside: bool = False
    remote: bool = False  # outside, and not from whoever runs the program
    given: bool = False  # outside, or a parameter of the function
    checked: bool = False  # constant only because it was compared with what is allowed
    parts: str = HOLE  # its text, with a hole for each part that is not known
    # The same, with "…" for a part that is outside, "‥" for another that is given, "_" for others.
    given_parts: str = ""
    names: tuple[str, ...] = ()  # as what is given in it is called

    @property
    def shape(self) -> str:
        return self.parts if self.text is None else self.text

    @property
    def given_shape(self) -> str:
        if self.text is not None:
            return self.text
        return self.given_parts or _hole(self)

    @property
    def given_names(self) -> tuple[str, ...]:
        """Of what is given; of input that has none, ""."""
        return self.names or (("",) if self.given else ())


CONSTANT = Value(constant=True)
CHECKED = Value(constant=True, checked=True)
UNKNOWN = Value()
GIVEN = Value(given=True)
OUTSIDE = Value(outside=True, given=True)
REMOTE = Value(outside=True, remote=True, given=True)


def joined(values: Iterable[Value]) -> Value:
    """A text made of pieces."""
    pieces = list(values)
    shape = "".join(piece.shape for piece in pieces)[:_LONGEST]
    if all(piece.constant for piece in pieces):
        known = all(piece.text is not None for piece in pieces)
        checked = any(piece.checked for piece in pieces)
        return Value(shape if known else None, constant=True, checked=checked, parts=shape)
    return Value(
        built=len(pieces) > 1 or any(piece.built for piece in pieces),
        outside=any(piece.outside for piece in pieces),
        remote=any(piece.remote for piece in pieces),
        given=any(piece.given for piece in pieces),
        parts=shape,
        given_parts="".join(piece.given_shape for piece in pieces)[:_LONGEST],
        names=_names(pieces),
    )


def either(values: Iterable[Value]) -> Value:
    """One of several."""
    found = list(values)
    shape = "\n".join(dict.fromkeys(value.shape for value in found))[:_LONGEST]
    if found and all(value.constant for value in found):
        checked = any(value.checked for value in found)
        one = Value(constant=True, checked=checked, parts=shape)
        return found[0] if len(found) == 1 else one
    return Value(
        built=any(value.built for value in found),
        outside=any(value.outside for value in found),
        remote=any(value.remote for value in found),
        given=any(value.given for value in found),
        parts=shape or HOLE,
        given_parts="\n".join(dict.fromkeys(value.given_shape for value in found))[:_LONGEST],
        names=_names(found),
    )


def filled(values: Sequence[Value]) -> Value:
    """A text with placeholders, and what is put into them; what stands before it, such as a buffer
    and its size, is no part. Simply joined when none has a placeholder."""
    for number, template in enumerate(values):
        placeholders = [each.group() for each in _PLACEHOLDER.finditer(template.shape)]
        if template.shape != HOLE and any(each not in _LITERAL for each in placeholders):
            return _fill(template, values[number + 1 :])
    return joined(values)


def _fill(template: Value, values: Sequence[Value]) -> Value:
    shape = template.shape
    left = list(values)
    pieces: list[Value] = []
    end = 0
    for found in _PLACEHOLDER.finditer(shape):
        pieces.append(_between(shape[end : found.start()], template))
        pieces.append(_replaced(found.group(), left))
        end = found.end()
    pieces += [_between(shape[end:], template), *left]
    whole = joined(piece for piece in pieces if piece.shape)
    if not whole.constant:
        return replace(whole, built=True)
    if template.constant:
        return whole
    return replace(template, parts=whole.shape, given_parts=whole.given_shape)


def _hole(value: Value) -> str:
    if not value.given:
        return _BLANK
    return HOLE if value.outside else GIVEN_HOLE


def _names(values: list[Value]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for value in values for name in value.given_names))[:_FEW]


def _replaced(placeholder: str, left: list[Value]) -> Value:
    if placeholder in _LITERAL:
        return _text(placeholder[0])
    value: Any = left.pop(0) if left else None
    if value is None:
        return _text(placeholder)
    return Value(constant=True) if _NUMBER.search(placeholder) else value


def _between(text: str, template: Value) -> Value:
    if HOLE not in text:
        return _text(text)
    given = text.replace(HOLE, _hole(template))
    return Value(constant=True, parts=text, given_parts=given)


def _text(text: str) -> Value:
    return Value(text, constant=True)
