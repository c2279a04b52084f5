"""Directory entries as tools see them, each named and stat'ed through one open descriptor."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass

from luminos_core.records.snapshot import FileKind
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.filenames import encode_name

_KINDS = (
    (stat.S_ISREG, FileKind.FILE),
    (stat.S_ISLNK, FileKind.SYMLINK),
    (stat.S_ISFIFO, FileKind.FIFO),
    (stat.S_ISSOCK, FileKind.SOCKET),
)


@dataclass(frozen=True)
class Entry:
    """What lstat says of one name. `path` is relative to the target; both are escaped."""

    path: str
    name: str
    stat: os.stat_result

    @property
    def is_directory(self) -> bool:
        return stat.S_ISDIR(self.stat.st_mode)

    @property
    def kind(self) -> FileKind:
        """What it is, when it is no directory."""
        mode = self.stat.st_mode
        return next((kind for test, kind in _KINDS if test(mode)), FileKind.DEVICE)


def entry_at(files: SandboxedDir, path: str) -> Entry:
    """The entry `path` itself; a link is not followed."""
    shown = files.relative(path)
    return Entry(path=shown, name=shown.rpartition("/")[2], stat=files.lstat(shown))


def entries(files: SandboxedDir, path: str) -> Iterator[Entry]:
    """The entries of a directory by name. One that vanishes meanwhile is left out."""
    shown = files.relative(path)
    prefix = "" if shown == "." else f"{shown}/"
    with files.directory(shown) as descriptor:
        for name in sorted(os.listdir(descriptor), key=encode_name):
            try:
                found = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            except OSError:
                continue
            yield Entry(path=prefix + encode_name(name), name=encode_name(name), stat=found)
