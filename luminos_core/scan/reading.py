"""Reading one file once: digest, lines, encoding, and all that is told from the text come from the
same bytes."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from blake3 import blake3

from luminos_core.scan.text import TextReader, is_binary
from luminos_core.scan.walk import CHANGED, explain

READ_LIMIT = 64 << 20  # bytes read of one file; a larger one is known by its start and its size
HEAD = 64 << 10  # bytes kept of the start, to tell language and type
TAIL = 1 << 10  # bytes kept of the end, where editors look for a modeline
_PIECE = 1 << 20  # bytes held at once
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Content:
    """What one reading found. `digest` is of the bytes read, followed by the size when the file is
    over READ_LIMIT; None when nothing could be read. `head` and `tail` of text are in UTF-8,
    whatever the file is in."""

    digest: str | None = None
    head: bytes = b""
    tail: bytes = b""
    binary: bool = False
    lines: int | None = None
    encoding: str | None = None
    mime: str = ""  # of binary content
    note: str | None = None


IdentifyBinary = Callable[[int, str], str]  # descriptor and content digest to a MIME type


def read_content(
    name: str, directory: int, seen: os.stat_result, is_source: bool, identify: IdentifyBinary
) -> Content:
    """Open the regular file `name` of the open `directory` and read it once.

    Never blocks: what is no longer the file that `seen` describes is closed again unread.
    """
    try:
        descriptor = os.open(name, _READ, dir_fd=directory)
    except OSError as error:
        return Content(note=explain(error))
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode) or before.st_ino != seen.st_ino:
            return Content(note=CHANGED)
        return _read(descriptor, before, is_source, identify)
    except OSError as error:
        return Content(note=explain(error))
    finally:
        os.close(descriptor)


def _read(
    descriptor: int, before: os.stat_result, is_source: bool, identify: IdentifyBinary
) -> Content:
    first = os.read(descriptor, min(before.st_size, _PIECE))
    if is_binary(first, is_source):
        return _read_binary(descriptor, before, first, identify)
    return _read_text(descriptor, before, first)


def _read_binary(
    descriptor: int, before: os.stat_result, first: bytes, identify: IdentifyBinary
) -> Content:
    hasher = blake3(first)
    read = len(first)
    for piece in _more(descriptor, before.st_size, read):
        hasher.update(piece)
        read += len(piece)
    digest = _digest(hasher, before.st_size)
    mime = identify(descriptor, digest)
    note = _note(before, os.fstat(descriptor), read)
    return Content(digest, first[:HEAD], binary=True, mime=mime, note=note)


def _read_text(descriptor: int, before: os.stat_result, first: bytes) -> Content:
    hasher, text = blake3(first), TextReader(first)
    read = len(first)
    head = last = text.add(first, final=read >= before.st_size)
    for piece in _more(descriptor, before.st_size, read):
        hasher.update(piece)
        read += len(piece)
        last = text.add(piece, final=read >= before.st_size)
    note = _note(before, os.fstat(descriptor), read)
    return Content(
        digest=_digest(hasher, before.st_size),
        head=head[:HEAD],
        tail=last[-TAIL:],
        lines=text.lines,
        encoding=text.encoding,
        note=note or ("holds NUL bytes" if text.has_nul else None),
    )


def _more(descriptor: int, size: int, read: int) -> Iterator[bytes]:
    """What follows the first piece, up to READ_LIMIT, or less when the file has shrunk."""
    missing = min(size, READ_LIMIT) - read
    while missing > 0 and (piece := os.read(descriptor, min(missing, _PIECE))):
        yield piece
        missing -= len(piece)


def _digest(hasher: blake3, size: int) -> str:
    if size > READ_LIMIT:
        hasher.update(str(size).encode())
    return hasher.hexdigest()


def _note(before: os.stat_result, after: os.stat_result, read: int) -> str | None:
    """What a reader must know."""
    size = before.st_size
    if (
        after.st_mtime_ns != before.st_mtime_ns
        or after.st_size != size
        or read < min(size, READ_LIMIT)
    ):
        return CHANGED
    if size > READ_LIMIT:
        return f"read to {READ_LIMIT >> 20} MiB of {size >> 20} MiB"
    return None
