"""A lock file, by `flock`: the system releases it when its holder dies.

Where the file system has no `flock`, a socket's name in the kernel stands for the file. It is taken
and released in the same way, but is known on this machine (in this container) only.
"""

import errno
import fcntl
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.stop import StopSignal
from luminos_core.store.atomic import refuse_irregular

_NO_LOCKS = (
    errno.ENOSYS,
    errno.EOPNOTSUPP,
    errno.ENOTSUP,
    errno.EINVAL,
    errno.ENOLCK,
    errno.EPERM,
)
_TAKEN = (errno.EAGAIN, errno.EACCES)


def try_lock(path: Path) -> int | None:
    """A descriptor that holds the lock until it is closed; None when another process has it.
    StoreError when `path` cannot be opened, is no regular file, or cannot be locked here."""
    refuse_irregular(path)
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(f"cannot open {path}: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        named = _socket_name(descriptor)
        os.close(descriptor)
        if error.errno in _TAKEN:
            return None
        if error.errno not in _NO_LOCKS:
            raise StoreError(f"cannot lock {path}: {error.strerror}") from None
        return _try_name(named, path)
    return descriptor


def _socket_name(descriptor: int) -> str:
    """One for each file and user, in the namespace of no file system."""
    found = os.fstat(descriptor)
    return f"\0luminos-{os.geteuid()}-{found.st_dev:x}-{found.st_ino:x}"


def _try_name(name: str, path: Path) -> int | None:
    holder = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        holder.bind(name)
    except OSError as error:
        holder.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise StoreError(
            f"cannot lock {path}: its file system has no locks; set LUMINOS_STORE to a folder on "
            "a local disk"
        ) from None
    return holder.detach()


@contextmanager
def unlocked(path: Path) -> Iterator[bool]:
    """Whether no process has the lock, which this one then holds."""
    descriptor, is_free = None, True
    try:
        if path.is_file():
            descriptor = try_lock(path)
            is_free = descriptor is not None
    except (OSError, StoreError):  # not ours
        is_free = False
    try:
        yield is_free
    finally:
        if descriptor is not None:
            os.close(descriptor)


@contextmanager
def locked(
    path: Path, stop: StopSignal, waiting: Callable[[], None], poll: float = 0.2
) -> Iterator[None]:
    """Hold the lock; ask again every `poll` seconds while another has it, which `waiting` is told
    once. Raises Interrupted."""
    is_told = False
    while (descriptor := try_lock(path)) is None:
        if not is_told:
            waiting()
            is_told = True
        stop.check()
        stop.wait(poll)
    try:
        yield
    finally:
        os.close(descriptor)
