"""A folder of signed files: what Luminos did not write, or what was changed since, is not there.

The signature covers the name and the content, so a file cannot be moved to another name either.
"""

import os
from pathlib import Path

from blake3 import blake3

from luminos_core.errors import StoreError
from luminos_core.store.atomic import write_atomically

_MAGIC = b"luminos-signed-2 "
_EARLIER_MAGIC = b"luminos-signed-1 "  # signed by HMAC-SHA-256; read, and no more written
_HEADER_LENGTH = len(_MAGIC) + 64 + 1  # the magic, 32 bytes in hex, a newline
_NAME_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class BadSignature(StoreError):
    """The file is not as Luminos wrote it. Whoever looks for it treats it as missing."""


class SignedFolder:
    """Files by name (lower-case letters, digits and dashes). Safe for many processes at once."""

    def __init__(self, path: Path, key: bytes) -> None:
        self.path = path
        self._key = key

    def write(self, name: str, *parts: bytes) -> None:
        """The content in `parts`, so that a large one is never in memory twice."""
        header = _MAGIC + self._signature(name, *parts) + b"\n"
        write_atomically(self._file(name), header, *parts)

    def read(self, name: str) -> bytes:
        """The content; FileNotFoundError when there is none, BadSignature when it is not ours."""
        stored = self._file(name).read_bytes()
        header, content = stored[:_HEADER_LENGTH], stored[_HEADER_LENGTH:]
        if not self._is_ours(header, name, content):
            raise BadSignature(f"{self._file(name)} is not as Luminos wrote it; it is ignored")
        return content

    def recall(self, name: str) -> bytes | None:
        """The content; None when there is none, or when it is not ours."""
        try:
            return self.read(name)
        except (FileNotFoundError, BadSignature):
            return None

    def remove(self, name: str) -> None:
        """There is no file of that name afterwards."""
        self._file(name).unlink(missing_ok=True)

    def has(self, name: str) -> bool:
        """Whether there is a file of that name, ours or not."""
        return self._file(name).exists()

    def _file(self, name: str) -> Path:
        if not name or not _NAME_CHARACTERS.issuperset(name):
            raise StoreError(f"{name!r} cannot name a stored result")
        return self.path / name

    def _is_ours(self, header: bytes, name: str, content: bytes) -> bool:
        expected = _MAGIC + self._signature(name, content) + b"\n"
        if header.startswith(_EARLIER_MAGIC):
            expected = _EARLIER_MAGIC + self._earlier_signature(name, content) + b"\n"
        # By digests of both, so that the time it takes does not say where they differ.
        return self._digest(header) == self._digest(expected)

    def _signature(self, name: str, *parts: bytes) -> bytes:
        """blake3 in its keyed mode, which is a MAC."""
        signed = blake3(name.encode() + b"\0", key=self._key)
        for part in parts:
            signed.update(part)
        return signed.hexdigest().encode()

    def _earlier_signature(self, name: str, content: bytes) -> bytes:
        import hashlib  # noqa: PLC0415  (takes 5 ms to load, and is rarely needed)
        import hmac  # noqa: PLC0415

        signed = hmac.new(self._key, name.encode() + b"\0", hashlib.sha256)
        signed.update(content)
        return signed.hexdigest().encode()

    def _digest(self, header: bytes) -> bytes:
        return blake3(header, key=self._key).digest()


def installation_key(path: Path) -> bytes:
    """The 32-byte key at `path` (0600), made on first use; two first users agree on one."""
    if not path.exists():
        _offer_key(path)
    key = path.read_bytes()
    if len(key) != 32:
        raise StoreError(f"{path} does not hold a key; remove it, and stored results are made anew")
    return key


def _offer_key(path: Path) -> None:
    """Write a whole key beside `path`, then link it there unless another process was first."""
    offered = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    write_atomically(offered, os.urandom(32))
    try:
        os.link(offered, path)
    except FileExistsError:
        pass  # another process was first; its key is the key
    finally:
        offered.unlink()
