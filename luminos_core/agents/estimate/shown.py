"""How much of a directory's files its first message shows, by what the scan knows of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from luminos_core.agents.estimate.conversation import tokens
from luminos_core.records.snapshot import FileKind, FileRecord

_NUMBER = 4  # characters of a line's number and its tab
_ESCAPED = 3  # characters of a line that JSON, or a tokenizer, counts again: breaks, tabs, quotes
_FRAME = 80  # characters around a file
_OUTLINE = 0.1  # of a file's text is in its outline: 0.06 of JavaScript, 0.1 of Python and C
_OUTLINE_CHARACTERS = 6_000  # of one outline at most
_OUTLINE_SHARE = 0.5  # outlines take half of the allowance on top of it


@dataclass(frozen=True)
class Shown:
    """What a directory's first message shows, whole or as outlines, and what it does not."""

    tokens: float
    whole: int  # files
    unread: tuple[float, ...]  # tokens of each file that is not shown whole


def shown(files: Iterable[FileRecord], allowance: int) -> Shown:
    """Of a directory's own files with an allowance of so many tokens: the smallest whole, then
    outlines, as far as there is room."""
    room, outline_room = float(allowance), allowance * _OUTLINE_SHARE
    told, whole = 0.0, 0
    unread: list[float] = []
    for file in sorted(filter(_has_text, files), key=lambda file: file.size):
        lines = file.lines or 0
        size = file.size + _NUMBER * lines + _FRAME
        counted = tokens(size + _ESCAPED * lines)
        if tokens(size) <= room:
            room -= tokens(size)
            told += counted
            whole += 1
            continue
        unread.append(counted)
        outline = tokens(min(_OUTLINE * file.size, _OUTLINE_CHARACTERS) + _FRAME)
        if allowance and file.language and outline <= outline_room:
            outline_room -= outline
            told += outline
    return Shown(told, whole, tuple(unread))


def _has_text(file: FileRecord) -> bool:
    """Whether anyone would read it."""
    never = file.binary or file.withheld or file.generated
    return file.kind is FileKind.FILE and file.size > 0 and not never
