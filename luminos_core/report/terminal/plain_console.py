"""Text in columns, with rich's colours and without rich, whose import takes longer than a scan of
300 files may."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from luminos_core.text.escape import one_line

Style = Literal["", "accent", "bold", "bar", "quiet"]
Justify = Literal["left", "right"]
Cell = tuple[str, Style]

_CODES: dict[Style, str] = {"accent": "1;36", "bold": "1", "bar": "36", "quiet": "90"}
_GAP = "  "


@dataclass(frozen=True)
class PlainConsole:
    """What the reader's stream can show."""

    colour: bool
    ascii_only: bool

    def styled(self, text: str, style: Style) -> str:
        """`text`, which must be safe to show, in a colour."""
        if not (self.colour and style and text):
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def table(self, rows: Sequence[Sequence[Cell]], justify: Sequence[Justify]) -> Iterator[str]:
        """Lines with the columns in line. Text of a cell may be hostile: it stays on its line, and
        nothing in it takes effect."""
        shown = [[(one_line(text), style) for text, style in row] for row in rows]
        widths = [max(_width(text) for text, _ in column) for column in zip(*shown, strict=True)]
        for row in shown:
            cells = [
                self._cell(text, style, width, side)
                for (text, style), width, side in zip(row, widths, justify, strict=True)
            ]
            yield _GAP.join(cells).rstrip()

    def _cell(self, text: str, style: Style, width: int, side: Justify) -> str:
        padding = " " * (width - _width(text))
        styled = self.styled(text, style)
        return padding + styled if side == "right" else styled + padding


def _width(text: str) -> int:
    """Columns on a terminal."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):  # drawn over the one before
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
