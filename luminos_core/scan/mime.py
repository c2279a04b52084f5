"""The one file that speaks to libmagic: MIME types of binary files, by descriptor."""

import functools
import importlib
import os
import threading
from typing import Any

UNKNOWN_BINARY = "application/octet-stream"
_handles = threading.local()  # a libmagic handle belongs to one thread


@functools.cache
def libmagic_problem() -> str | None:
    """None when libmagic works; else one line that says how to get it."""
    try:
        _handle()
    except (ImportError, OSError) as error:
        return (
            f"libmagic cannot be loaded ({str(error).splitlines()[0]}); install it "
            "(Debian: apt install libmagic1; macOS: brew install libmagic)"
        )
    return None


class MimeReader:
    """MIME types of one scan's binary files; equal content is asked once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}  # by content digest
        self.problem = libmagic_problem()

    def identify(self, descriptor: int, digest: str) -> str:
        """The type of the open file whose content has `digest`; "" when libmagic is missing."""
        if self.problem:
            return ""
        if digest not in self._known:
            self._known[digest] = _ask(descriptor)
        return self._known[digest]


def _ask(descriptor: int) -> str:
    import magic  # noqa: PLC0415  (loads a native library)

    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        return str(_handle().from_descriptor(descriptor))
    except magic.MagicException:
        return UNKNOWN_BINARY


def _handle() -> Any:
    if not hasattr(_handles, "mime"):
        # Where the system has no libmagic, pylibmagic brings it and tells `magic` where it lies.
        importlib.import_module("pylibmagic")
        import magic  # noqa: PLC0415

        _handles.mime = magic.Magic(mime=True)
    return _handles.mime
