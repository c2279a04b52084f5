"""Walking a tree of any depth: two open descriptors, no recursion, no link followed.

A directory is opened relative to its parent and left through "..", whose identity is checked, so
neither the length of a path (PATH_MAX) nor the limit of open files bounds the depth.
"""

import os
import stat
from collections import Counter
from collections.abc import Generator
from typing import NamedTuple

_STEP = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
CHANGED = "changed while being read"


class Entry(NamedTuple):
    """One name in a directory, as lstat sees it. `path` is exact (not escaped); "." is the root."""

    name: str
    path: str
    stat: os.stat_result

    @property
    def is_directory(self) -> bool:
        return stat.S_ISDIR(self.stat.st_mode)


class Visit(NamedTuple):
    """One directory. Its descriptor is open until the walk's next step; -1 when it never was."""

    path: str
    descriptor: int
    files: list[Entry]  # all that is not a directory, by name
    directories: list[Entry]  # by name
    problems: list[str]  # why it or its entries could not be read


def walk(root: int) -> Generator[Visit]:
    """Every directory at and beneath the descriptor `root`, each before what is inside it."""
    place = _Place(root)
    try:
        visit = _look(".", place.descriptor)
        yield visit
        waiting = [visit.directories[::-1]]
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                place.leave()
                continue
            entry = waiting[-1].pop()
            if problem := place.enter(entry.name):
                yield Visit(entry.path, -1, [], [], [problem])
                continue
            visit = _look(entry.path, place.descriptor)
            yield visit
            waiting.append(visit.directories[::-1])
    finally:
        place.close()


def explain(error: OSError) -> str:
    """The system's refusal, in the words of records."""
    match error:
        case PermissionError():
            return "no permission"
        case FileNotFoundError() | NotADirectoryError():
            return "vanished while being read"
    return os.strerror(error.errno or 0).lower()


def _look(path: str, descriptor: int) -> Visit:
    """The entries of an open directory, by name. Those that cannot be looked at are counted."""
    visit = Visit(path, descriptor, files=[], directories=[], problems=[])
    prefix = "" if path == "." else path + "/"
    unseen: Counter[str] = Counter()
    try:
        with os.scandir(descriptor) as listing:
            found = sorted(listing, key=_name)
    except OSError as error:
        visit.problems.append(explain(error))
        return visit
    for item in found:
        try:
            entry = Entry(item.name, prefix + item.name, item.stat(follow_symlinks=False))
        except OSError as error:
            unseen[explain(error)] += 1
            continue
        (visit.directories if entry.is_directory else visit.files).append(entry)
    visit.problems.extend(f"{count} of its entries: {why}" for why, count in unseen.items())
    return visit


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


class _Place:
    """Where the walk is: the open directory and the way to it."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._names: list[str] = []
        self._identities = [_identity(root)]
        self.descriptor = os.dup(root)  # -1 while the way is lost

    def enter(self, name: str) -> str:
        """Step into a child; "" or why it cannot be."""
        if self.descriptor < 0:
            return CHANGED
        try:
            inner = os.open(name, _STEP, dir_fd=self.descriptor)
        except OSError as error:
            return explain(error)
        self._move(inner)
        self._names.append(name)
        self._identities.append(_identity(inner))
        return ""

    def leave(self) -> None:
        """Step back to the parent: through "..", or from the root when that leads elsewhere."""
        if not self._names:
            return
        self._names.pop()
        self._identities.pop()
        outer = self._parent()
        self._move(self._again() if outer < 0 else outer)

    def close(self) -> None:
        self._move(-1)

    def _parent(self) -> int:
        if self.descriptor < 0:
            return -1
        try:
            outer = os.open("..", _STEP, dir_fd=self.descriptor)
        except OSError:
            return -1
        return self._checked(outer)

    def _again(self) -> int:
        descriptor = os.dup(self._root)
        for name in self._names:
            try:
                inner = os.open(name, _STEP, dir_fd=descriptor)
            except OSError:
                return -1
            finally:
                os.close(descriptor)
            descriptor = inner
        return self._checked(descriptor)

    def _checked(self, descriptor: int) -> int:
        """`descriptor` if it is the directory the walk came from; else closed, and -1."""
        if _identity(descriptor) == self._identities[-1]:
            return descriptor
        os.close(descriptor)
        return -1

    def _move(self, descriptor: int) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)
        self.descriptor = descriptor


def _identity(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino
