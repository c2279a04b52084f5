"""Words into lines: they wrap between words, and what must stay whole is never broken.

A path that is longer than the line is left to the terminal, which copies it without a break.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.text import Text

from luminos_core.text.escape import printable_name


class Unit(NamedTuple):
    """What stays on one line."""

    text: Text
    follows: bool = False  # the unit before without a space, when both are on one line


def words(text: Text) -> list[Unit]:
    """Of running text. Scripts without spaces wrap between their characters."""
    return [unit for word in text.split(" ") if word for unit in _parts(word)]


def whole(name: str, style: str = "", after: str = "") -> Unit:
    """A path or another name, exactly, and what stands behind it without a space."""
    return Unit(Text.assemble((printable_name(name), style), after))


def fill(units: Iterable[Unit], width: int, label: Text, indent: int) -> list[Text]:
    """Lines of at most `width` columns, unless a unit alone is wider. The first begins with
    `label`, the others with `indent` spaces."""
    lines, line, used = [], _padded(label, indent), max(label.cell_len, indent)
    starts = True
    for unit in units:
        gap, length = 0 if starts or unit.follows else 1, unit.text.cell_len
        if not starts and used + gap + length > width:
            lines.append(line)
            line, used, gap = Text(" " * indent), indent, 0
        line.append(" " * gap).append_text(unit.text)
        used, starts = used + gap + length, False
    return [*lines, label if starts else line]


def _padded(label: Text, indent: int) -> Text:
    return Text.assemble(label, " " * max(0, indent - label.cell_len))  # its style ends with it


def _parts(word: Text) -> Iterator[Unit]:
    """A word; one with wide characters in parts of one of them each."""
    plain = word.plain
    if plain.isascii():
        yield Unit(word)
        return
    ends = [at for at, char in enumerate(plain) if at and _is_wide(char)]
    for part, text in enumerate(word.divide(ends)):
        yield Unit(text, follows=part > 0)


def _is_wide(char: str) -> bool:
    """Not what closes a clause, which no line begins with."""
    is_wide = unicodedata.east_asian_width(char) in ("W", "F")
    return is_wide and unicodedata.category(char) not in ("Pe", "Pf", "Po")
