"""Styled text in columns without rich, whose import takes longer than a scan of 300 files may."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from luminos_core.text.escape import one_line

Style = Literal["", "accent", "bold", "bar", "muted"]
Justify = Literal["left", "right"]
Cell = tuple[str, Style]

_CODES: dict[Style, str] = {"accent": "1;36", "bold": "1", "bar": "36", "muted": "90"}  # as rich's
_GAP = "  "


@dataclass(frozen=True)
class PlainConsole:
    """What a stream can show."""

    colour: bool
    ascii_only: bool

    def styled(self, text: str, style: Style) -> str:
        """`text` must be escaped."""
        if not (self.colour and style and text):
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def table(self, rows: Sequence[Sequence[Cell]], justify: Sequence[Justify]) -> Iterator[str]:
        """Aligned lines. Text of cells may be hostile: each is escaped, on one line."""
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
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):  # drawn over the one before
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
