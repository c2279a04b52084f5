"""Reading one file once: digest, lines, encoding, and all that is told from the text come from the
same bytes."""

import os
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from blake3 import blake3

from luminos_core.pathname import escape
from luminos_core.scan.generated import is_generated
from luminos_core.scan.language import is_source_name, language_of
from luminos_core.scan.text import TextReader, is_binary
from luminos_core.scan.walk import CHANGED, Entry, explain

READ_LIMIT = 64 << 20  # bytes read of one file; a larger one is known by its start and its size
HEAD = 64 << 10  # bytes of the start that tell language and type
TAIL = 1 << 10  # bytes of the end, where editors look for a modeline
_PIECE = 4 << 20  # bytes held at once
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\n"


class Reading(NamedTuple):
    """What a file's bytes say, whatever its project says of it.

    `digest` is of the bytes read, followed by the size when the file is over READ_LIMIT; None when
    it could not be read. `lines` is None when it is not text, or only a pointer of Git LFS to it.
    """

    digest: str | None = None
    binary: bool = False
    lines: int | None = None
    encoding: str | None = None
    mime: str = ""  # of binary content, by libmagic
    language: str | None = None
    generated: bool = False
    note: str | None = None


IdentifyBinary = Callable[[int, str], str]  # descriptor and content digest to a MIME type


def read_file(entry: Entry, directory: int, identify: IdentifyBinary) -> tuple[Reading, bytes]:
    """What the regular file `entry` of the open `directory` says, and up to 4 MiB of its start.

    It is opened and read once. Never blocks: what is no longer the file that the walk saw is closed
    again unread.
    """
    try:
        descriptor = os.open(entry.name, _READ, dir_fd=directory)
    except OSError as error:
        return Reading(note=explain(error)), b""
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode) or before.st_ino != entry.stat.st_ino:
            return Reading(note=CHANGED), b""
        first = os.read(descriptor, min(before.st_size, _PIECE))
        if is_binary(first, is_source_name(entry.name)):
            return _read_binary(descriptor, before, first, identify), first
        return _read_text(entry, descriptor, before, first), first
    except OSError as error:
        return Reading(note=explain(error)), b""
    finally:
        os.close(descriptor)


def _read_binary(
    descriptor: int, before: os.stat_result, first: bytes, identify: IdentifyBinary
) -> Reading:
    hasher = blake3(first)
    read = len(first)
    for piece in _more(descriptor, before.st_size, read):
        hasher.update(piece)
        read += len(piece)
    digest = _digest(hasher, before.st_size)
    mime = identify(descriptor, digest)
    note = _note(before, os.fstat(descriptor), read)
    return Reading(digest, binary=True, mime=mime, note=note)


def _read_text(entry: Entry, descriptor: int, before: os.stat_result, first: bytes) -> Reading:
    hasher, text = blake3(first), TextReader(first)
    read, size = len(first), before.st_size
    start = end = text.add(first, final=read >= size)
    if read < size:
        for piece in _more(descriptor, size, read):
            hasher.update(piece)
            read += len(piece)
            end = text.add(piece, final=read >= size)
    digest, note = _digest(hasher, size), _note(before, os.fstat(descriptor), read)
    if start.startswith(_LFS_POINTER):
        return Reading(digest, note=note or _pointer_note(start))
    head, tail = start[:HEAD], end[-TAIL:]
    return Reading(
        digest,
        False,
        text.lines,
        text.encoding,
        "",
        language_of(entry.name, head, tail),
        is_generated(escape(entry.path), head, tail),
        note or ("holds NUL bytes" if text.has_nul else None),
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
    if after.st_mtime_ns != before.st_mtime_ns or after.st_size != size:
        return CHANGED
    if read == size:
        return None
    if read < READ_LIMIT:
        return CHANGED
    return f"read to {READ_LIMIT >> 20} MiB of {size >> 20} MiB"


def _pointer_note(start: bytes) -> str:
    """A Git LFS pointer stands for a file that is not here; its third line has the real size."""
    size = next((line[5:] for line in start.split(b"\n", 4) if line.startswith(b"size ")), b"?")
    return f"Git LFS pointer to {size[:20].decode('ascii', 'replace')} bytes"
