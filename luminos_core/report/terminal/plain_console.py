"""Styled text in columns without rich, whose import takes longer than a scan of 300 files may."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from luminos_core.text.escape import escape_invisible, one_line

Style = Literal["", "accent", "bold", "bar", "muted", "critical", "concern", "info", "good"]
Justify = Literal["left", "right"]
Cell = tuple[str, Style]

_CODES: dict[Style, str] = {  # as rich's
    "accent": "1;36",
    "bold": "1",
    "bar": "36",
    "muted": "90",
    "critical": "1;31",
    "concern": "1;33",
    "info": "1;34",
    "good": "32",
}
_NARROWEST = 12  # columns of a cell that is cut
_GAP = "  "


@dataclass(frozen=True)
class PlainConsole:
    """What a stream can show."""

    colour: bool
    ascii_only: bool
    width: int | None = None  # columns of a terminal; None where lines have any length

    def styled(self, text: str, style: Style) -> str:
        """`text` must be escaped."""
        if not (self.colour and style and text):
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def table(
        self,
        rows: Sequence[Sequence[Cell]],
        justify: Sequence[Justify],
        *,
        cut_last: bool = False,
        indent: int = 0,
    ) -> Iterator[str]:
        """Aligned lines. Text of cells may be hostile: each is escaped, on one line. `cut_last`: on
        a terminal, what of the last cell has no room beside an `indent` is left out."""
        shown = [[(_escaped(text), style) for text, style in row] for row in rows]
        widths = [max(_width(text) for text, _ in column) for column in zip(*shown, strict=True)]
        if cut_last and self.width is not None and widths:
            room = self.width - indent - sum(widths[:-1]) - len(_GAP) * (len(widths) - 1)
            shown = [[*row[:-1], (self.cut(row[-1][0], room), row[-1][1])] for row in shown]
        for row in shown:
            cells = [
                self._cell(text, style, width, side)
                for (text, style), width, side in zip(row, widths, justify, strict=True)
            ]
            yield _GAP.join(cells).rstrip()

    def cut(self, text: str, room: int) -> str:
        """`text`, which must be escaped, in so many columns, but in a few at least."""
        room = max(room, _NARROWEST)
        if _width(text) <= room:
            return text
        end = "..." if self.ascii_only else "…"
        kept = text[: room - len(end)]
        while _width(kept) > room - len(end):
            kept = kept[:-1]
        return kept.rstrip() + end

    def _cell(self, text: str, style: Style, width: int, side: Justify) -> str:
        styled = self.styled(text, style)
        padding = " " * (width - _width(text))
        return padding + styled if side == "right" else styled + padding


def _escaped(text: str) -> str:
    """On one line. What is on one already keeps its spaces, since it may be a path."""
    return escape_invisible(text) if text.isprintable() else one_line(text)


def _width(text: str) -> int:
    """Columns on a terminal."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):  # drawn over the one before
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
