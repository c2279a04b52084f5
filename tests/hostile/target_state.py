"""What a tree on disk is, to see that nothing changed in it."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

_LARGEST_READ = 64 << 20  # bytes; of a sparse file the facts are enough
_AT_ONCE = 15  # names of 255 bytes are as long as a path may be


@dataclass(frozen=True)
class Entry:
    mode: int
    size: int
    mtime_ns: int
    inode: int
    links: int
    content: bytes  # a digest, or where a link leads


def state_of(root: Path) -> dict[bytes, Entry]:
    """Everything in `root`, itself included, by path; however deep, and whatever it is called."""
    found: dict[bytes, Entry] = {}
    waiting = [os.fsencode(root)]
    while waiting:
        path = waiting.pop()
        folder, name = os.path.split(path)
        with _opened(folder) as parent:
            found[path] = entry = _entry(name, parent)
            if stat.S_ISDIR(entry.mode):
                waiting += (b"%s/%s" % (path, child) for child in _names(name, parent))
    return found


def changes(before: dict[bytes, Entry], after: dict[bytes, Entry]) -> list[str]:
    """The paths at which something differs."""
    paths = before.keys() | after.keys()
    return sorted(repr(path)[-200:] for path in paths if before.get(path) != after.get(path))


@contextmanager
def _opened(folder: bytes) -> Iterator[int]:
    """A directory by a path of any length."""
    names = folder.strip(b"/").split(b"/")
    here = os.open("/", os.O_PATH)
    step = len(names) if len(folder) < 4000 else _AT_ONCE
    for first in range(0, len(names), step):
        inner = os.open(b"/".join(names[first : first + step]), os.O_PATH, dir_fd=here)
        os.close(here)
        here = inner
    try:
        yield here
    finally:
        os.close(here)


def _names(name: bytes, parent: int) -> list[bytes]:
    here = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        return [os.fsencode(child) for child in os.listdir(here)]
    finally:
        os.close(here)


def _entry(name: bytes, parent: int) -> Entry:
    found = os.stat(name, dir_fd=parent, follow_symlinks=False)
    content = b""
    if stat.S_ISLNK(found.st_mode):
        content = os.readlink(name, dir_fd=parent)
    elif stat.S_ISREG(found.st_mode) and found.st_size <= _LARGEST_READ:
        with open(os.open(name, os.O_RDONLY, dir_fd=parent), "rb") as file:  # noqa: PTH123
            content = blake2b(file.read(), digest_size=16).digest()
    return Entry(
        found.st_mode, found.st_size, found.st_mtime_ns, found.st_ino, found.st_nlink, content
    )
