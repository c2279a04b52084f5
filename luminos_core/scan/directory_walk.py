"""Walking a directory tree of any depth: two open descriptors, no recursion, no link followed.

A directory is opened relative to its parent and left through "..", whose inode is checked, so the
depth is not limited by PATH_MAX or by the number of open files.
"""

import os
import stat
from collections import Counter
from collections.abc import Generator
from operator import attrgetter
from typing import NamedTuple

from luminos_core.sandboxed_dir import OPEN_DIRECTORY

CHANGED = "changed while being read"


class Entry(NamedTuple):
    """One name in a directory, as lstat sees it. `path` is exact (not escaped); "." is the root."""

    name: str
    path: str
    stat: os.stat_result

    @property
    def is_directory(self) -> bool:
        return stat.S_ISDIR(self.stat.st_mode)


class DirectoryListing(NamedTuple):
    """One directory. Its descriptor is open until the walk goes on; -1 when it cannot be opened."""

    path: str
    descriptor: int
    files: list[Entry]  # all that is not a directory, by name
    directories: list[Entry]  # by name
    problems: list[str]  # why it or its entries could not be read


def walk(root: int) -> Generator[DirectoryListing]:
    """Every directory at and beneath the descriptor `root`, each before its children."""
    cursor = _Cursor(root)
    try:
        listing = _list_directory(".", cursor.descriptor)
        yield listing
        stack = [listing.directories[::-1]]
        while stack:
            if not stack[-1]:
                stack.pop()
                cursor.leave()
                continue
            entry = stack[-1].pop()
            if problem := cursor.enter(entry.name):
                yield DirectoryListing(entry.path, -1, [], [], [problem])
                continue
            listing = _list_directory(entry.path, cursor.descriptor)
            yield listing
            stack.append(listing.directories[::-1])
    finally:
        cursor.close()


def error_text(error: OSError) -> str:
    """An error of the system as records state it."""
    match error:
        case PermissionError():
            return "no permission"
        case FileNotFoundError() | NotADirectoryError():
            return "vanished while being read"
    return os.strerror(error.errno or 0).lower()


def _list_directory(path: str, descriptor: int) -> DirectoryListing:
    """The entries of an open directory, by name. Those without a stat are counted as problems."""
    listing = DirectoryListing(path, descriptor, files=[], directories=[], problems=[])
    prefix = "" if path == "." else path + "/"
    failed: Counter[str] = Counter()
    try:
        with os.scandir(descriptor) as entries:
            found = sorted(entries, key=attrgetter("name"))
    except OSError as error:
        listing.problems.append(error_text(error))
        return listing
    for item in found:
        try:
            entry = Entry(item.name, prefix + item.name, item.stat(follow_symlinks=False))
        except OSError as error:
            failed[error_text(error)] += 1
            continue
        (listing.directories if entry.is_directory else listing.files).append(entry)
    listing.problems.extend(f"{count} of its entries: {why}" for why, count in failed.items())
    return listing


class _Cursor:
    """The open directory that the walk is in, and its path."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._names: list[str] = []
        self._inodes = [_inode(root)]
        self.descriptor = os.dup(root)  # -1 while the directory cannot be reached

    def enter(self, name: str) -> str:
        """Open a child directory; "" or the reason why it cannot be."""
        if self.descriptor < 0:
            return CHANGED
        try:
            inner = os.open(name, OPEN_DIRECTORY, dir_fd=self.descriptor)
        except OSError as error:
            return error_text(error)
        self._move_to(inner)
        self._names.append(name)
        self._inodes.append(_inode(inner))
        return ""

    def leave(self) -> None:
        """Go back to the parent: through "..", or from the root when that leads elsewhere."""
        if not self._names:
            return
        self._names.pop()
        self._inodes.pop()
        outer = self._parent()
        self._move_to(self._reopen_from_root() if outer < 0 else outer)

    def close(self) -> None:
        self._move_to(-1)

    def _parent(self) -> int:
        if self.descriptor < 0:
            return -1
        try:
            outer = os.open("..", OPEN_DIRECTORY, dir_fd=self.descriptor)
        except OSError:
            return -1
        return self._verified(outer)

    def _reopen_from_root(self) -> int:
        descriptor = os.dup(self._root)
        for name in self._names:
            try:
                inner = os.open(name, OPEN_DIRECTORY, dir_fd=descriptor)
            except OSError:
                return -1
            finally:
                os.close(descriptor)
            descriptor = inner
        return self._verified(descriptor)

    def _verified(self, descriptor: int) -> int:
        """`descriptor` if it is the directory the walk came from; else closed, and -1."""
        if _inode(descriptor) == self._inodes[-1]:
            return descriptor
        os.close(descriptor)
        return -1

    def _move_to(self, descriptor: int) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = descriptor


def _inode(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino
