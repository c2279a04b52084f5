"""The files of a run in a few bytes each: whether a path was there, and with which content."""

from base64 import b64decode, b64encode
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from typing import Self
from zlib import crc32

from luminos_core.records.snapshot import FileRecord

_PATH, _CONTENT = 4, 8  # bytes
_SIZE = _PATH + _CONTENT
_DIGITS = 2 * _CONTENT
_UNREAD = bytes(_CONTENT)  # in place of a digest


def content_of(file: FileRecord | None) -> str:
    """The beginning of its digest, enough to tell files of one target apart; "" for none."""
    return (file.digest or "")[:_DIGITS] if file else ""


class KnownFiles:
    """Sorted entries: a checksum of the path, and the beginning of the content's digest. Two paths
    may have one checksum: of a hundred thousand files, hardly ever one."""

    def __init__(self, entries: bytes) -> None:
        self._entries = entries

    @classmethod
    def of(cls, files: Iterable[FileRecord]) -> Self:
        return cls(b"".join(sorted(map(_entry, files))))

    @classmethod
    def parse(cls, text: str) -> Self:
        return cls(b64decode(text))

    def __str__(self) -> str:
        return b64encode(self._entries).decode()

    def __len__(self) -> int:
        return len(self._entries) // _SIZE

    def __getitem__(self, index: int) -> bytes:
        return self._entries[index * _SIZE : (index + 1) * _SIZE]

    def has_path(self, path: str) -> bool:
        return self._starting(_checksum(path))

    def has(self, path: str, content: str) -> bool:
        """Whether the file was there with this content; not when it was not read."""
        return bool(content) and self._starting(_checksum(path) + bytes.fromhex(content))

    def has_content(self, content: str) -> bool:
        """Whether any file had it."""
        return bool(content) and bytes.fromhex(content) in self._contents

    @cached_property
    def _contents(self) -> frozenset[bytes]:
        starts = range(_PATH, len(self._entries), _SIZE)
        return frozenset(self._entries[start : start + _CONTENT] for start in starts)

    def _starting(self, wanted: bytes) -> bool:
        found = bisect_left(self, wanted)
        return found < len(self) and self[found].startswith(wanted)


def _entry(file: FileRecord) -> bytes:
    content = content_of(file)
    return _checksum(file.path) + (bytes.fromhex(content) if content else _UNREAD)


def _checksum(path: str) -> bytes:
    return crc32(path.encode("utf-8", "surrogatepass")).to_bytes(_PATH, "big")
