"""Reading one file once: the digest, the lines and the encoding come from the same bytes."""

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from blake3 import blake3

from luminos_core.scan.text import TextReader, is_binary
from luminos_core.scan.walk import CHANGED, explain

READ_LIMIT = 64 << 20  # bytes read of one file; a larger one is known by its start and its size
HEAD = 64 << 10  # bytes kept to tell language and type
_PIECE = 1 << 20  # bytes held at once
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Content:
    """What one reading found. `digest` is of the bytes read, followed by the size when the file is
    over READ_LIMIT; None when nothing could be read."""

    digest: str | None = None
    head: bytes = b""
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
    pieces = _pieces(descriptor, min(before.st_size, READ_LIMIT))
    first = next(pieces, b"")
    binary = is_binary(first, is_source)
    text = None if binary else TextReader(first)
    hasher = blake3(first)
    if text:
        text.add(first, final=len(first) >= before.st_size)
    read = len(first)
    for piece in pieces:
        hasher.update(piece)
        read += len(piece)
        if text:
            text.add(piece, final=read >= before.st_size)
    if before.st_size > READ_LIMIT:
        hasher.update(str(before.st_size).encode())
    digest = hasher.hexdigest()
    return Content(
        digest=digest,
        head=first[:HEAD],
        binary=binary,
        lines=text.lines if text else None,
        encoding=text.encoding if text else None,
        mime=identify(descriptor, digest) if binary else "",
        note=_note(before, os.fstat(descriptor), read, bool(text and text.has_nul)),
    )


def _pieces(descriptor: int, size: int) -> Iterator[bytes]:
    """The first `size` bytes, or fewer when the file has shrunk."""
    while size > 0 and (piece := os.read(descriptor, min(size, _PIECE))):
        yield piece
        size -= len(piece)


def _note(before: os.stat_result, after: os.stat_result, read: int, has_nul: bool) -> str | None:
    """What a reader must know, the most important first."""
    same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
    if not same or read < min(before.st_size, READ_LIMIT):
        return CHANGED
    if before.st_size > READ_LIMIT:
        return f"read to {READ_LIMIT >> 20} MiB of {before.st_size >> 20} MiB"
    return "holds NUL bytes" if has_nul else None
