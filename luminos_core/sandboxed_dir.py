"""Opening files of a hostile tree: only beneath a root, through no link, and no FIFO or device.

Each path component is opened relative to the one before it, with O_NOFOLLOW. To check a path first
and open it afterwards would be a race with whoever swaps in a link.
"""

import errno
import os
import posixpath
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from luminos_core.errors import ToolError
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name, encode_name

OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_OPEN_ROOT = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_DEEP = 16  # directories; what is deeper is reached from a directory that stays open
_LEADS_UP = "uses '..'; use a path relative to the target's root"


class SandboxedDir:
    """The files beneath one directory. Paths are relative, POSIX, and escaped; "." is the root.

    Every method raises ToolError with a message that names the path and what to do instead.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._deep = _DeepDirectory(root)

    def relative(self, path: str) -> str:
        """`path` as in records: "./a//b/" and the absolute path become "a/b"."""
        prefix = encode_name(str(self.root))
        inside = path
        if path == prefix or path.startswith(prefix.rstrip("/") + "/"):
            inside = path[len(prefix) :].lstrip("/")
        elif path.startswith("/"):
            raise ToolError(
                f"{printable_name(path)} is outside of the target; use a path relative to its root"
            )
        parts = [part for part in inside.split("/") if part not in ("", ".")]
        if ".." in parts:
            raise ToolError(f"{printable_name(path)} {_LEADS_UP}")
        if "\0" in inside:
            raise ToolError("a path cannot hold a NUL character")
        return "/".join(parts) or "."

    @contextmanager
    def file(self, path: str) -> Iterator[int]:
        """A descriptor of a regular file, closed on leaving."""
        with self._opened(path, OPEN_FILE) as (descriptor, shown):
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise ToolError(f"{shown} is not a regular file and is never opened")
            yield descriptor

    @contextmanager
    def directory(self, path: str) -> Iterator[int]:
        """A descriptor of a directory, closed on leaving."""
        with self._opened(path, OPEN_DIRECTORY) as (descriptor, _):
            yield descriptor

    def lstat(self, path: str) -> os.stat_result:
        """The stat of the entry itself; a link is not followed."""
        with self._parent(path) as (parent, name, shown):
            try:
                return os.stat(name, dir_fd=parent, follow_symlinks=False)
            except OSError as error:
                raise tool_error(shown, error) from None

    def read(self, path: str, limit: int) -> tuple[bytes, bool]:
        """At most `limit` bytes from the start, and whether there are more."""
        with self.file(path) as descriptor:
            chunks: list[bytes] = []
            remaining = limit + 1
            while remaining > 0 and (chunk := os.read(descriptor, min(remaining, 1 << 20))):
                chunks.append(chunk)
                remaining -= len(chunk)
        content = b"".join(chunks)
        return content[:limit], len(content) > limit

    def names(self, path: str) -> list[str]:
        """The escaped names in a directory, sorted."""
        with self.directory(path) as descriptor:
            return sorted(encode_name(name) for name in os.listdir(descriptor))

    @contextmanager
    def _opened(self, path: str, flags: int) -> Iterator[tuple[int, str]]:
        """A descriptor of the entry, and the path for messages."""
        with self._parent(path) as (parent, name, shown):
            descriptor = _open(name, flags, parent, shown)
        try:
            yield descriptor, shown
        finally:
            os.close(descriptor)

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[int, str, str]]:
        """A descriptor of the parent directory, the name in it, and the path for messages."""
        relative = self.relative(path)
        shown = printable_name(relative)
        *steps, name = decode_name(relative).split("/")
        if ".." in steps or name == "..":  # after unescaping
            raise ToolError(f"{shown} {_LEADS_UP}")
        if len(steps) > _DEEP:
            descriptor, steps = self._deep.open(steps, shown), []
        else:
            descriptor = os.open(self.root, _OPEN_ROOT)
        try:
            for step in steps:
                inner = _open(step, OPEN_DIRECTORY, descriptor, shown)
                os.close(descriptor)
                descriptor = inner
            yield descriptor, name, shown
        finally:
            os.close(descriptor)


class _DeepDirectory:
    """The directory that was opened last stays open, and the next one is opened from it: to begin
    at the root for each takes quadratic time in a chain of directories. ".." leads only back to the
    very directory from which the way led down."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._lock = Lock()
        self._descriptor = -1
        self._steps: list[str] = []
        self._passed: list[tuple[int, int]] = []  # device and inode of the root and after each step

    def __del__(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)

    def open(self, steps: Sequence[str], shown: str) -> int:
        """A descriptor of the directory that these steps lead to; the caller closes it."""
        with self._lock:
            shared = len(posixpath.commonprefix([self._steps, list(steps)]))
            if self._descriptor < 0 or len(self._steps) > 2 * shared:
                self._begin()
            while len(self._steps) > shared:
                self._go_up()
            for step in steps[len(self._steps) :]:
                self._hold(_open(step, OPEN_DIRECTORY, self._descriptor, shown))
                self._steps.append(step)
                self._passed.append(self._identity())
            return os.dup(self._descriptor)

    def _begin(self) -> None:
        self._hold(os.open(self._root, _OPEN_ROOT))
        self._steps, self._passed = [], [self._identity()]

    def _go_up(self) -> None:
        self._hold(os.open("..", OPEN_DIRECTORY, dir_fd=self._descriptor))
        self._steps.pop()
        self._passed.pop()
        if self._identity() != self._passed[-1]:  # it was moved
            self._begin()

    def _hold(self, descriptor: int) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = descriptor

    def _identity(self) -> tuple[int, int]:
        found = os.fstat(self._descriptor)
        return found.st_dev, found.st_ino


def _open(name: str, flags: int, parent: int, shown: str) -> int:
    try:
        return os.open(name, flags, dir_fd=parent)
    except OSError as error:
        raise tool_error(shown, error) from None
    except ValueError as error:
        raise ToolError(f"{shown} cannot be a path: {error}") from None


def tool_error(shown: str, error: OSError) -> ToolError:
    """A system error as a message that says what to do instead."""
    match error:
        case FileNotFoundError():
            return ToolError(f"{shown} does not exist in the target")
        case NotADirectoryError():
            return ToolError(f"{shown}: a part of this path is a file or a link, not a directory")
        case PermissionError():
            return ToolError(f"{shown} cannot be read: no permission")
    if error.errno == errno.ELOOP:
        return ToolError(f"{shown} is a symbolic link; links are listed and never followed")
    return ToolError(f"{shown} cannot be opened: {os.strerror(error.errno or 0)}")
