"""Files of the store. Writes are atomic: after a crash a file is the old one or the new one. Reads
never wait, whatever stands in the place of a file."""

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.text.json_text import utf8

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def write_atomically(path: Path, *parts: bytes) -> None:
    """Replace `path` by `parts`, mode 0600: a temporary file beside it, synced, then renamed.
    Raises StoreError when the disk is full, the folder cannot be written, or `path` is there and no
    regular file."""
    write_pieces(path, parts)


def write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """As `write_atomically`, of pieces that are made while they are written; if that raises, `path`
    stays as it is."""
    refuse_irregular(path)
    temporary = path.with_name(f".{path.name[:50]}.{os.urandom(8).hex()}")
    try:
        descriptor = os.open(temporary, _NEW, 0o600)
        with os.fdopen(descriptor, "wb") as stream:
            stream.writelines(pieces)
            stream.flush()
            sync(descriptor)
        temporary.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    finally:
        with suppress(OSError):  # of a folder that is read-only
            temporary.unlink(missing_ok=True)


def write_text_atomically(path: Path, text: str | Iterator[str]) -> None:
    """As `write_pieces`, of a text or of its pieces."""
    write_pieces(path, map(utf8, (text,) if isinstance(text, str) else text))


def sync(descriptor: int) -> None:
    """To the disk, on file systems that can."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP):
            raise


def read_regular(path: Path) -> bytes:
    """The content. Raises OSError when there is no file, when it cannot be read, and at once when
    what is there is no regular file."""
    descriptor = os.open(path, _READ)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file")
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read()


def refuse_irregular(path: Path) -> None:
    """Raises StoreError when what is at `path` is no regular file. A rename would put a file in the
    place of a device or a link, and opening a FIFO would wait for its other end."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}") from None
    if not stat.S_ISREG(mode):
        kind = _KINDS.get(stat.S_IFMT(mode), "special")
        raise StoreError(f"cannot write {path}: it is {kind}, not a regular file")
