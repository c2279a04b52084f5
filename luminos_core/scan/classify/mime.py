"""MIME types: of binary files by signature or libmagic (imported only here), text by language."""

import functools
import importlib
import os
import threading
from typing import Any, cast

from luminos_core.scan.classify.table import load_table

UNKNOWN_BINARY = "application/octet-stream"
# Most binary files begin with one of these. libmagic gives the same answer (a test compares them),
# but takes as long for one file as the rest of the scan for ten.
SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"\xff\xd8\xff\xe0", "image/jpeg"),
    (b"\xff\xd8\xff\xe1", "image/jpeg"),
    (b"\xff\xd8\xff\xdb", "image/jpeg"),
    (b"\xde\x12\x04\x95\0\0\0\0", "application/x-gettext-translation"),
    (b"\xde\x12\x04\x95\1\0\0\0", "application/x-gettext-translation"),
    (b"\x95\x04\x12\xde\0\0\0\0", "application/x-gettext-translation"),
    (b"\x95\x04\x12\xde\0\0\0\1", "application/x-gettext-translation"),
    (b"BZh", "application/x-bzip2"),
    (b"\xfd7zXZ\0", "application/x-xz"),
)
_STARTS = tuple(signature for signature, _ in SIGNATURES)
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


def mime_by_signature(start: bytes) -> str:
    """The MIME type of content that begins with `start`; "" when only libmagic knows it."""
    if not start.startswith(_STARTS):
        return ""
    return next(mime for signature, mime in SIGNATURES if start.startswith(signature))


class MimeReader:
    """MIME types of binary files; equal content is looked up once."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}  # by content digest
        self.problem: str | None = None  # why libmagic could not be used

    def identify(self, descriptor: int, digest: str) -> str:
        """The type of the open file whose content has `digest`; "" when libmagic is missing."""
        self.problem = libmagic_problem()
        if self.problem:
            return ""
        if digest not in self._known:
            self._known[digest] = _query_libmagic(descriptor)
        return self._known[digest]


def mime_by_name(name: str) -> str:
    """Of a binary file, when libmagic is missing."""
    import mimetypes  # noqa: PLC0415  (reads the system's tables)

    return mimetypes.guess_type(name)[0] or UNKNOWN_BINARY


def text_mime(language: str | None) -> str:
    """The type of a text in `language`; text/plain when it has none of its own."""
    return _text_types().get(language or "", "text/plain")


@functools.cache
def _text_types() -> dict[str, str]:
    """By language, as libmagic says, which takes a millisecond for a text file."""
    return cast("dict[str, str]", load_table("text_mime_types.json"))


def _query_libmagic(descriptor: int) -> str:
    import magic  # noqa: PLC0415  (loads a native library)

    os.lseek(descriptor, 0, os.SEEK_SET)
    try:
        return str(_handle().from_descriptor(descriptor))
    except magic.MagicException:
        return UNKNOWN_BINARY


def _handle() -> Any:
    if not hasattr(_handles, "mime"):
        _handles.mime = _magic().Magic(mime=True)
    return _handles.mime


def _magic() -> Any:
    """The module, which loads libmagic on import. When the system has none, that of pylibmagic."""
    try:
        return importlib.import_module("magic")
    except ImportError:
        importlib.import_module("pylibmagic")
        return importlib.import_module("magic")
