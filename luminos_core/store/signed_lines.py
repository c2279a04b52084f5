"""A file of signed lines that only grows. What was appended before a crash stays, to the last whole
line; from the first line on that Luminos did not write there, the rest is ignored.

A signature covers the file's name, the line and the signature before, so that no line can be moved,
left out or copied from another file.
"""

import os
from hmac import compare_digest
from pathlib import Path

from blake3 import blake3

from luminos_core.errors import StoreError
from luminos_core.store.atomic import read_regular, refuse_irregular, sync

_APPEND = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_SIGNATURE = 64  # its length, in hex


class SignedLines:
    """Belongs to one thread of one process. Nothing is kept open."""

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._key = key
        self._latest = b"0" * _SIGNATURE  # signature
        self._end = 0  # of the last whole line

    def read(self) -> list[bytes]:
        """Every whole line, without its end; before the first `append`."""
        try:
            stored = read_regular(self._path)
        except OSError:
            return []
        lines: list[bytes] = []
        for each in stored.split(b"\n")[:-1]:
            signature, line = each[:_SIGNATURE], each[_SIGNATURE:]
            if not compare_digest(signature, self._signature(line)):
                break
            lines.append(line)
            self._latest = signature
            self._end += len(each) + 1
        return lines

    def append(self, line: bytes, *, synced: bool) -> None:
        """`line` has no line end in it. It survives the end of the process; `synced`, it and
        all before survive a loss of power. Raises StoreError when it cannot be written."""
        signature = self._signature(line)
        written = signature + line + b"\n"
        refuse_irregular(self._path)
        try:
            descriptor = os.open(self._path, _APPEND, 0o600)
            try:
                self._write_at_end(descriptor, written)
                if synced:
                    sync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreError(f"cannot write {self._path}: {error.strerror}") from None
        self._latest = signature
        self._end += len(written)

    def remove(self) -> None:
        """A missing file is no error."""
        self._path.unlink(missing_ok=True)

    def _write_at_end(self, descriptor: int, content: bytes) -> None:
        """In the place of what follows the last whole line."""
        size = os.fstat(descriptor).st_size
        if size < self._end:
            raise StoreError(f"{self._path} was changed by another process")
        if size > self._end:
            os.ftruncate(descriptor, self._end)
        at = self._end
        while content:
            written = os.pwrite(descriptor, content, at)
            content, at = content[written:], at + written

    def _signature(self, line: bytes) -> bytes:
        """By blake3's keyed mode, which is a MAC."""
        signed = blake3(self._path.name.encode() + b"\0" + self._latest + line, key=self._key)
        return signed.hexdigest().encode()
