"""Reading one file once: digest, lines, encoding, and all that is told from the text come from the
same bytes."""

import os
import stat
from collections.abc import Callable, Iterator
from typing import NamedTuple

from blake3 import blake3

from luminos_core.scan.classify.generated import is_generated_text
from luminos_core.scan.classify.language import is_source_name, language_of
from luminos_core.scan.classify.signatures import type_by_signature
from luminos_core.scan.text import TextFacts, TextReader, is_binary, plain_facts
from luminos_core.scan.walk import CHANGED, Entry, explain

READ_LIMIT = 64 << 20  # bytes read of one file; a larger one is known by its start and its size
HEAD = 64 << 10  # bytes of the start that tell language and type
TAIL = 1 << 10  # bytes of the end, where editors look for a modeline
_PIECE = 4 << 20  # bytes held at once
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\n"


class Reading(NamedTuple):
    """What a file's bytes say, whatever its path and its project say of it.

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

    It is opened and read once. Never blocks: what is not the file that the walk saw says nothing.
    """
    seen = entry.stat
    try:
        descriptor = os.open(entry.name, _READ, dir_fd=directory)
    except OSError as error:
        return Reading(note=explain(error)), b""
    try:
        first = os.read(descriptor, min(seen.st_size, _PIECE))
        if len(first) == seen.st_size and (facts := plain_facts(first)):
            reading = _tell(entry.name, blake3(first).hexdigest(), facts, first, first)
        elif is_binary(first, lambda: is_source_name(entry.name)):
            reading = _read_binary(descriptor, seen.st_size, first, identify)
        else:
            reading = _read_text(entry, descriptor, first)
        after = os.fstat(descriptor)
    except OSError as error:
        return Reading(note=explain(error)), b""
    finally:
        os.close(descriptor)
    if not stat.S_ISREG(after.st_mode) or after.st_ino != seen.st_ino:
        return Reading(note=CHANGED), b""
    if after.st_mtime_ns != seen.st_mtime_ns or after.st_size != seen.st_size:
        return reading._replace(note=CHANGED), first
    return reading, first


def _read_binary(descriptor: int, size: int, first: bytes, identify: IdentifyBinary) -> Reading:
    hasher = blake3(first)
    for piece in _more(descriptor, size, len(first)):
        hasher.update(piece)
    digest = _digest(hasher, size)
    mime = type_by_signature(first) or identify(descriptor, digest)
    return Reading(digest, binary=True, mime=mime, note=_limit_note(size))


def _read_text(entry: Entry, descriptor: int, first: bytes) -> Reading:
    hasher, text = blake3(first), TextReader(first)
    read, size = len(first), entry.stat.st_size
    start = end = text.add(first, final=read >= size)
    for piece in _more(descriptor, size, read):
        hasher.update(piece)
        read += len(piece)
        end = text.add(piece, final=read >= size)
    reading = _tell(entry.name, _digest(hasher, size), text.facts, start, end)
    return reading._replace(note=_limit_note(size) or reading.note)


def _tell(name: str, digest: str, facts: TextFacts, start: bytes, end: bytes) -> Reading:
    """What a text says that begins with `start` and ends with `end`."""
    if start.startswith(_LFS_POINTER):
        return Reading(digest, note=_pointer_note(start))
    head, tail = start[:HEAD], end[-TAIL:]
    return Reading(
        digest,
        False,
        facts.lines,
        facts.encoding,
        "",
        language_of(name, head, tail),
        is_generated_text(name, head, tail),
        "holds NUL bytes" if facts.has_nul else None,
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


def _limit_note(size: int) -> str | None:
    if size <= READ_LIMIT:
        return None
    return f"read to {READ_LIMIT >> 20} MiB of {size >> 20} MiB"


def _pointer_note(start: bytes) -> str:
    """A Git LFS pointer stands for a file that is not here; its third line has the real size."""
    size = next((line[5:] for line in start.split(b"\n", 4) if line.startswith(b"size ")), b"?")
    return f"Git LFS pointer to {size[:20].decode('ascii', 'replace')} bytes"
