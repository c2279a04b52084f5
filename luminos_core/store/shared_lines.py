"""A file of signed lines to which many processes add at once.

Each line has a signature of its own over the file's name and the line, so that a line which Luminos
did not write, or that a crash cut, is left out, and the others stay.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from blake3 import blake3

from luminos_core.errors import StoreError
from luminos_core.stop import StopSignal
from luminos_core.store.atomic import (
    read_regular,
    refuse_irregular,
    sync,
    write_atomically,
)
from luminos_core.store.lock import locked

_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_POLL = 0.005  # seconds; others hold the lock for about a millisecond
_SIGNATURE = 64  # its length, in hex


class StoredLines(NamedTuple):
    lines: tuple[bytes, ...]  # in the order in which they were added
    skipped: int  # that are not as Luminos wrote them


class SharedLines:
    """`name` is of the file in the whole store, so that no other file's lines count in it."""

    def __init__(self, path: Path, key: bytes, name: str) -> None:
        self._path = path
        self._key = key
        self._name = name.encode()

    def exists(self) -> bool:
        return self._path.exists()

    def read(self) -> StoredLines:
        """StoreError when the file is there and cannot be read."""
        try:
            stored = read_regular(self._path)
        except FileNotFoundError:
            return StoredLines((), 0)
        except OSError as error:
            raise StoreError(f"cannot read {self._path}: {error.strerror}") from None
        written = [each for each in stored.split(b"\n") if each]
        lines = tuple(each[_SIGNATURE:] for each in written if self._is_own(each))
        return StoredLines(lines, len(written) - len(lines))

    def append(self, lines: Sequence[bytes]) -> None:
        """All of them, or none; none of them has a line end in it. StoreError when they cannot be
        written."""
        if lines:
            with self._held():
                self._add(b"".join(self._signature(each) + each + b"\n" for each in lines))

    def rewrite(self, kept: Callable[[tuple[bytes, ...]], Sequence[bytes]]) -> None:
        """Replace all lines by those that are `kept` of them; what another process adds meanwhile
        comes after them. StoreError when they cannot be written."""
        with self._held():
            lines = kept(self.read().lines)
            written = (self._signature(each) + each + b"\n" for each in lines)
            write_atomically(self._path, *written)

    @contextmanager
    def _held(self) -> Iterator[None]:
        lock = self._path.with_name(f"{self._path.name}-lock")
        with locked(lock, StopSignal(), lambda: None, _POLL):
            yield

    def _add(self, content: bytes) -> None:
        refuse_irregular(self._path)
        try:
            descriptor = os.open(self._path, _APPEND, 0o600)
            try:
                _write_whole(descriptor, content)
                sync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}") from None

    def _is_own(self, written: bytes) -> bool:
        return compare_digest(written[:_SIGNATURE], self._signature(written[_SIGNATURE:]))

    def _signature(self, line: bytes) -> bytes:
        """By blake3's keyed mode, which is a MAC."""
        return blake3(self._name + b"\0" + line, key=self._key).hexdigest().encode()


def _write_whole(descriptor: int, content: bytes) -> None:
    """What an earlier process could only begin ends with a line of its own; what this one could
    only begin is taken back."""
    size = os.fstat(descriptor).st_size
    if size and os.pread(descriptor, 1, size - 1) != b"\n":
        content = b"\n" + content
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    except OSError:
        os.ftruncate(descriptor, size)
        raise
