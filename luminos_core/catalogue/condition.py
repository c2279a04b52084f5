"""A condition on a value in the code, as a rule's file says it: "variable", "not ~ ^md5$"."""

from enum import StrEnum
from typing import Annotated

import re2
from pydantic import BeforeValidator

from luminos_core.records.base import Record


class Is(StrEnum):
    VARIABLE = "variable"  # not written in the program, nor made harmless
    BUILT = "built"  # a text put together from pieces of which one is variable
    OUTSIDE = "outside"  # it holds what a request, an argument or other input says
    GIVEN = "given"  # outside, or a parameter of the function
    CONSTANT = "constant"  # written in the program
    EXPLODES = "explodes"  # a regular expression that takes exponential time on some text
    ARRAY = "array"  # C: of characters, with a length that the program writes
    MEASURED = "measured"  # C: its length was compared or asked for before, in the function
    PRESENT = "present"
    ABSENT = "absent"
    EQUALS = "="  # a constant with this text, whatever its case
    TEXT = "~"  # a constant in whose text the pattern is found
    SHAPE = "shape ~"  # the pattern is found in the text with "…" for each part that is not known
    # As `shape`, with "…" for a part that is input, "‥" for another that is given, "_" for others.
    GIVEN_SHAPE = "given ~"
    CODE = "code ~"  # the source text of the value has the pattern


class Term(Record):
    is_: Is
    text: str = ""
    negated: bool = False
    otherwise: tuple["Term", ...] = ()  # those that may hold instead, after "or"


def parse_terms(value: object) -> object:
    """One term, or a list of terms that must all hold. `{"not ~": pattern}` is "not ~ pattern", for
    patterns that stand elsewhere."""
    given = value if isinstance(value, list | tuple) else (value,)
    return tuple(each if isinstance(each, Term) else _term(_written(each)) for each in given)


def _written(value: object) -> str:
    return " ".join(next(iter(value.items()))) if isinstance(value, dict) else str(value)


def _term(text: str) -> Term:
    first, word, rest = text.partition(" or ")
    if word and first.removeprefix("not ").strip() in set(Is):
        second = _term(rest)
        return _term(first).model_copy(update={"otherwise": (second, *second.otherwise)})
    bare = text.removeprefix("not ").strip()
    negated = bare != text.strip()
    for is_ in (Is.SHAPE, Is.GIVEN_SHAPE, Is.CODE, Is.TEXT, Is.EQUALS):
        if bare.startswith(f"{is_} "):
            rest = bare.removeprefix(f"{is_} ").strip()
            if is_ is not Is.EQUALS:
                re2.compile(rest)
            return Term(is_=is_, text=rest, negated=negated)
    return Term(is_=Is(bare), negated=negated)


Condition = Annotated[tuple[Term, ...], BeforeValidator(parse_terms)]
