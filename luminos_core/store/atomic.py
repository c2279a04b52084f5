"""Atomic writes: after a crash a file is the old one or the new one."""

import os
from pathlib import Path

from luminos_core.errors import StoreError

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC


def write_atomically(path: Path, *parts: bytes) -> None:
    """Replace `path` by `parts`, mode 0600: a temporary file beside it, synced, then renamed.
    Raises StoreError when the disk is full or the folder cannot be written."""
    temporary = path.with_name(f".{path.name[:100]}.{os.urandom(8).hex()}")
    try:
        descriptor = os.open(temporary, _NEW, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(descriptor)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
