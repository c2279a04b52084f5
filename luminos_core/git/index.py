"""The paths that git tracks, read from `.git/index` without git (format: gitformat-index).

Versions 2, 3 and 4 are read, but no split or sparse index.
"""

import os
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from luminos_core.git.repository import Repository

INDEX_LIMIT = 512 << 20  # bytes; an index of Chromium's 450,000 files has 60 MB
_HASH_SIZES = (20, 32)  # bytes: SHA-1, SHA-256
_HEADER = 12  # bytes: "DIRC", version, number of entries
_STATUS = 40  # bytes of an entry before its hash
_EXTENDED = 0x40  # in the high byte of an entry's flags: two more bytes of flags follow
_EXTENSION_HEADER = 8  # bytes: signature, size
_COMPARED = 1_000  # entries with the files they are of


class _Unreadable(Exception):
    """The index needs an extension that is not supported."""


@dataclass(frozen=True)
class TrackedPaths:
    """Paths relative to the top of the work tree, as bytes, sorted."""

    paths: tuple[bytes, ...] = ()
    problem: str | None = None  # why the index could not be read

    def contains(self, path: bytes) -> bool:
        at = bisect_left(self.paths, path)
        return at < len(self.paths) and self.paths[at] == path

    def contains_below(self, directory: bytes) -> bool:
        """Whether any path in `directory`, or `directory` itself as a submodule, is tracked."""
        prefix = directory + b"/"
        at = bisect_left(self.paths, prefix)
        within = at < len(self.paths) and self.paths[at].startswith(prefix)
        return within or self.contains(directory)


def read_tracked_paths(repository: Repository) -> TrackedPaths:
    """The paths in the index of `repository`; none when it has no index."""
    path = f"{repository.own}/index"
    content = repository.read(path, INDEX_LIMIT)
    if content is not None:
        return parse_index(content)
    problem = "it cannot be read, or is too large" if repository.exists(path) else None
    return TrackedPaths(problem=problem)


def parse_index(content: bytes) -> TrackedPaths:
    if content[:4] != b"DIRC" or len(content) < _HEADER:
        return TrackedPaths(problem="it is no index of git's")
    version, count = (int.from_bytes(content[at : at + 4]) for at in (4, 8))
    if version not in (2, 3, 4):
        return TrackedPaths(problem=f"its version, {version}, is unknown")
    problem = "it is damaged"
    for hash_size in _HASH_SIZES:
        try:
            paths, end = [], _HEADER
            for path, _, end in _entries(content, version, count, hash_size):  # noqa: B007
                paths.append(path)
            _check_extensions(content, end, hash_size)
            return TrackedPaths(tuple(sorted(paths)))
        except (IndexError, ValueError):
            continue
        except _Unreadable as unreadable:
            problem = str(unreadable)
    return TrackedPaths(problem=problem)


def is_index_of(content: bytes, top: Path) -> bool:
    """Whether git wrote the index when it checked out the work tree at `top`: it holds the inode
    and the time of change of a file there, which no archive and no author can choose."""
    version, count = (int.from_bytes(content[at : at + 4]) for at in (4, 8))
    for hash_size in _HASH_SIZES:
        try:
            entries = islice(_entries(content, version, count, hash_size), _COMPARED)
            if any(_is_stat_of(content[at : at + _STATUS], top, path) for path, at, _ in entries):
                return True
        except (IndexError, ValueError):
            continue
    return False


def _is_stat_of(entry: bytes, top: Path, path: bytes) -> bool:
    seconds, nanoseconds, inode = (int.from_bytes(entry[at : at + 4]) for at in (0, 4, 20))
    try:
        found = (top / os.fsdecode(path)).lstat()
    except (OSError, ValueError):
        return False
    changed = divmod(found.st_ctime_ns, 10**9)
    return bool(inode) and (inode, (seconds, nanoseconds)) == (found.st_ino & 0xFFFF_FFFF, changed)


def _entries(
    content: bytes, version: int, count: int, hash_size: int
) -> Iterator[tuple[bytes, int, int]]:
    """The path of every entry, and where the entry begins and ends. Each ends in NUL, and before
    version 4 is padded with NULs to a multiple of eight bytes. IndexError or ValueError when
    truncated."""
    at, path = _HEADER, b""
    fixed = _STATUS + hash_size + 2
    compressed = version == 4
    for _ in range(count):
        begin, start = at, at + fixed
        if content[start - 2] & _EXTENDED:
            start += 2
        if compressed:
            dropped = content[start]
            start += 1
            if dropped & 0x80:
                dropped, start = _varint(content, start - 1)
            if dropped > len(path):
                raise ValueError("more is dropped than there is")
            end = content.index(0, start)
            path = path[: len(path) - dropped] + content[start:end]
            at = end + 1
        else:
            end = content.index(0, start)
            path = content[start:end]
            at += (end - at + 8) & ~7
        yield path, begin, at


def _varint(content: bytes, at: int) -> tuple[int, int]:
    """A number in git's offset encoding, and its end."""
    byte = content[at]
    number = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = content[at]
        number = (number + 1) << 7 | byte & 0x7F
        if number > len(content):
            raise ValueError("a number that cannot be")
    return number, at + 1


def _check_extensions(content: bytes, at: int, hash_size: int) -> None:
    """Check that only optional extensions follow, up to the checksum. The name of a mandatory one
    begins with a lower-case letter. ValueError when malformed."""
    last = len(content) - hash_size
    while at < last:
        name, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8])
        if at + _EXTENSION_HEADER + size > last:
            raise ValueError("an extension longer than the file")
        if not (name.isalpha() and name.isascii()):
            raise ValueError("no name of an extension")
        if name[:1].islower():
            raise _Unreadable(f"it needs '{name.decode()}', which is not read")
        at += _EXTENSION_HEADER + size
    if at != last:
        raise ValueError("no checksum where it should be")
