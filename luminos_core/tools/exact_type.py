"""What libmagic says of a file, be it text or not. It takes about a millisecond a file, so a scan
asks only of binary content, and a tool asks for the files that a model is looking at."""

import functools
import os

from blake3 import blake3

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.mime import MimeReader

_LOOKED_AT = 7 << 20  # bytes; libmagic reads no further
_PIECE = 1 << 20  # bytes


def exact_type(files: SandboxedDir, path: str) -> str:
    """The MIME type of a regular file; "" when libmagic is missing. Equal content is asked once."""
    with files.file(path) as descriptor:
        return _reader().identify(descriptor, _digest(descriptor))


@functools.cache
def _reader() -> MimeReader:
    return MimeReader()


def _digest(descriptor: int) -> str:
    hasher = blake3()
    missing = _LOOKED_AT
    while missing > 0 and (piece := os.read(descriptor, min(missing, _PIECE))):
        hasher.update(piece)
        missing -= len(piece)
    return hasher.hexdigest()
