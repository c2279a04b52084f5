"""The paths that git tracks, read from `.git/index` without git (format: gitformat-index).

Versions 2, 3 and 4 are read, but no split or sparse index.
"""

from bisect import bisect_left
from dataclasses import dataclass

from luminos_core.git.repository import Repository

_LIMIT = 512 << 20  # bytes; an index of Chromium's 450,000 files has 60 MB
_HASH_SIZES = (20, 32)  # bytes: SHA-1, SHA-256
_HEADER = 12  # bytes: "DIRC", version, number of entries
_STATUS = 40  # bytes of an entry before its hash
_EXTENDED = 0x40  # in the high byte of an entry's flags: two more bytes of flags follow
_EXTENSION_HEADER = 8  # bytes: signature, size


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
    content = repository.read(path, _LIMIT)
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
            paths, end = _entries(content, version, count, hash_size)
            _check_extensions(content, end, hash_size)
            return TrackedPaths(tuple(sorted(paths)))
        except (IndexError, ValueError):
            continue
        except _Unreadable as unreadable:
            problem = str(unreadable)
    return TrackedPaths(problem=problem)


def _entries(content: bytes, version: int, count: int, hash_size: int) -> tuple[list[bytes], int]:
    """The path of every entry, and the end of the last. Each ends in NUL, and before version 4 is
    padded with NULs to a multiple of eight bytes. IndexError or ValueError when truncated."""
    paths: list[bytes] = []
    at, path = _HEADER, b""
    fixed = _STATUS + hash_size + 2
    compressed = version == 4
    for _ in range(count):
        start = at + fixed
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
        paths.append(path)
    return paths, at


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
