"""A lock file, by `flock`: the system releases it when its holder dies."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from luminos_core.stop import StopSignal
from luminos_core.store.atomic import refuse_irregular


def try_lock(path: Path) -> int | None:
    """A descriptor that holds the lock until it is closed; None when another process has it.
    StoreError when `path` is there and no regular file."""
    refuse_irregular(path)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


@contextmanager
def locked(path: Path, stop: StopSignal, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock; poll five times a second while another has it, which `waiting` is told once.
    Raises Interrupted."""
    is_told = False
    while (descriptor := try_lock(path)) is None:
        if not is_told:
            waiting()
            is_told = True
        stop.check()
        stop.wait(0.2)
    try:
        yield
    finally:
        os.close(descriptor)
