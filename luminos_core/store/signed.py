"""A folder of signed files. A file that Luminos did not write, or that was modified, is ignored.

The signature covers the name and the content, so a file cannot be moved to another name either.
"""

import os
import time
from hmac import compare_digest
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from blake3 import blake3

from luminos_core.errors import StoreError
from luminos_core.stop import StopSignal
from luminos_core.store.atomic import read_regular, refuse_irregular, sync, write_atomically
from luminos_core.store.lock import locked
from luminos_core.store.shared import refuse_shared
from luminos_core.store.shared_lines import SharedLines
from luminos_core.store.signed_lines import SignedLines

if TYPE_CHECKING:  # a scan starts without pydantic
    from luminos_core.records.base import Record

_DAY = 86_400  # seconds
_MAGIC = b"luminos-signed-2 "
_HEADER_LENGTH = len(_MAGIC) + 64 + 1  # the magic, 32 bytes in hex, a newline
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")

_R = TypeVar("_R", bound="Record")


class BadSignature(StoreError):
    """The file is not as Luminos wrote it, or cannot be read; callers treat it as missing."""


class SignedFolder:
    """Files by name (lower-case letters, digits and dashes). Safe for many processes at once."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path = path
        self._key = key

    def write(self, name: str, *parts: bytes) -> None:
        """The content comes in `parts`, so that a large one is never in memory twice."""
        write_atomically(self._file(name), self._header(name, *parts), *parts)

    def read(self, name: str) -> bytes:
        """The content. Raises FileNotFoundError or BadSignature."""
        try:
            stored = read_regular(self._file(name))
        except FileNotFoundError:
            raise
        except OSError as error:
            problem = f"{self._file(name)} cannot be read: {error.strerror}; it is ignored"
            raise BadSignature(problem) from None
        header, content = stored[:_HEADER_LENGTH], stored[_HEADER_LENGTH:]
        if not compare_digest(header, self._header(name, content)):
            raise BadSignature(f"{self._file(name)} is not as Luminos wrote it; it is ignored")
        _mark_used(self._file(name))
        return content

    def load(self, name: str) -> bytes | None:
        """The content; None when the file is missing or its signature is wrong."""
        try:
            return self.read(name)
        except (FileNotFoundError, BadSignature):
            return None

    def load_record(self, name: str, kind: type[_R]) -> _R | None:
        """The record; None when it is missing, when its signature is wrong, or when a version with
        other fields wrote it."""
        content = self.load(name)
        if content is None:
            return None
        try:
            return kind.model_validate_json(content)
        except ValueError:  # pydantic's ValidationError is one
            return None

    def remove(self, name: str) -> None:
        """A missing file is no error."""
        self._file(name).unlink(missing_ok=True)

    def lines(self, name: str) -> SignedLines:
        """The file of that name as one that grows."""
        return SignedLines(self._file(name), self._key)

    def shared(self, name: str, owner: str) -> SharedLines:
        """The file of that name as one to which many processes add. `owner` is what the folder is
        of: lines of another's do not count in it."""
        return SharedLines(self._file(name), self._key, f"{owner}/{name}")

    def stamp(self, name: str) -> tuple[int, ...]:
        """Another one when the file is written again, or marked as used. FileNotFoundError when it
        is missing."""
        found = self._file(name).lstat()
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def has(self, name: str) -> bool:
        """Whether the file exists, whatever its signature."""
        return self._file(name).exists()

    def _file(self, name: str) -> Path:
        if not name or not _NAME_CHARACTERS.issuperset(name):
            raise StoreError(f"{name!r} cannot name a stored result")
        return self.path / name

    def _header(self, name: str, *parts: bytes) -> bytes:
        """The magic and a signature by blake3's keyed mode, which is a MAC."""
        signed = blake3(name.encode() + b"\0", key=self._key)
        for part in parts:
            signed.update(part)
        return _MAGIC + signed.hexdigest().encode() + b"\n"


def _mark_used(file: Path) -> None:
    """By its time of change, to the day: what was not used for long is pruned."""
    now = time.time()
    try:
        if file.stat().st_mtime < now - _DAY:
            os.utime(file, (now, now))
    except OSError:
        return


def installation_key(path: Path) -> bytes:
    """The 32-byte key at `path` (0600), created on first use. When two processes create it at once,
    both get the same."""
    refuse_irregular(path)
    if not path.exists() or path.stat().st_size == 0:
        _create_key(path)
    refuse_shared(path.lstat(), path)
    try:
        key = read_regular(path)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    if len(key) != 32:
        raise StoreError(
            f"{path} does not hold a key; remove it, and a new one is created: stored results "
            "are then ignored"
        )
    return key


def _create_key(path: Path) -> None:
    """Write a key into the file, which is empty, unless another process was first."""
    with locked(path, StopSignal(), lambda: None):
        if path.stat().st_size:
            return
        try:
            with path.open("wb") as stream:
                stream.write(os.urandom(32))
                stream.flush()
                sync(stream.fileno())
        except OSError as error:
            raise StoreError(f"cannot write {path}: {error.strerror}") from None
