"""How much of a directory's files its first message shows, by what the scan knows of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from luminos_core.agents.estimate.conversation import tokens
from luminos_core.records.snapshot import FileKind, FileRecord

_LINE = 7  # characters a line costs more than in its file: number, tab, what JSON escapes
_FRAME = 80  # characters around a file
_OUTLINE = 0.12  # of a file's text is in its outline, about
_OUTLINE_CHARACTERS = 6_000  # of one outline at most
_OUTLINE_SHARE = 0.5  # outlines take half of the allowance on top of it


@dataclass(frozen=True)
class Shown:
    """Tokens and files: what is shown, whole or as outlines; of the whole ones how many; and what
    there is still to read."""

    tokens: float
    whole: int
    unread_tokens: float
    unread: int


def shown(files: Iterable[FileRecord], allowance: int) -> Shown:
    """Of a directory's own files with an allowance of so many tokens: the smallest whole, then
    outlines, as far as there is room."""
    room, outline_room = float(allowance), allowance * _OUTLINE_SHARE
    told, unread_tokens, whole, unread = 0.0, 0.0, 0, 0
    for file in sorted(filter(_has_text, files), key=lambda file: file.size):
        size = tokens(file.size + _LINE * (file.lines or 0) + _FRAME)
        if size <= room:
            room -= size
            told += size
            whole += 1
            continue
        unread_tokens += size
        unread += 1
        outline = tokens(min(_OUTLINE * file.size, _OUTLINE_CHARACTERS) + _FRAME)
        if allowance and file.language and outline <= outline_room:
            outline_room -= outline
            told += outline
    return Shown(told, whole, unread_tokens, unread)


def _has_text(file: FileRecord) -> bool:
    """Whether anyone would read it."""
    never = file.binary or file.withheld or file.generated
    return file.kind is FileKind.FILE and file.size > 0 and not never
