"""MIME types: of binary files by libmagic, which only this file speaks to; of text by language."""

import functools
import importlib
import os
import threading
from typing import Any

UNKNOWN_BINARY = "application/octet-stream"
_PLAIN = "text/plain"
# What libmagic calls well-known languages, without the millisecond a text file costs there.
_TEXT = {
    "Assembly": "text/x-asm",
    "C": "text/x-c",
    "C++": "text/x-c++",
    "CSS": "text/css",
    "CSV": "text/csv",
    "Diff": "text/x-diff",
    "Fortran": "text/x-fortran",
    "Gettext Catalog": "text/x-po",
    "HTML": "text/html",
    "Java": "text/x-java",
    "JavaScript": "application/javascript",
    "JSON": "application/json",
    "Jupyter Notebook": "application/json",
    "Lua": "text/x-lua",
    "M4": "text/x-m4",
    "Makefile": "text/x-makefile",
    "Markdown": "text/markdown",
    "Objective-C": "text/x-objective-c",
    "Perl": "text/x-perl",
    "PHP": "text/x-php",
    "Python": "text/x-script.python",
    "Roff": "text/troff",
    "Roff Manpage": "text/troff",
    "Ruby": "text/x-ruby",
    "Shell": "text/x-shellscript",
    "SVG": "image/svg+xml",
    "Tcl": "text/x-tcl",
    "TeX": "text/x-tex",
    "TypeScript": "text/x-typescript",
    "XML": "text/xml",
}
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
        self.problem: str | None = None  # why a type could not be told

    def identify(self, descriptor: int, digest: str) -> str:
        """The type of the open file whose content has `digest`; "" when libmagic is missing."""
        self.problem = libmagic_problem()
        if self.problem:
            return ""
        if digest not in self._known:
            self._known[digest] = _ask(descriptor)
        return self._known[digest]


def type_by_name(name: str) -> str:
    """Of a binary file, where libmagic is missing."""
    import mimetypes  # noqa: PLC0415  (reads the system's tables)

    return mimetypes.guess_type(name)[0] or UNKNOWN_BINARY


def text_type(language: str | None) -> str:
    """The type of a text in `language`; text/plain when it has no well-known one."""
    return _TEXT.get(language or "", _PLAIN)


def _ask(descriptor: int) -> str:
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
    """The module, which looks for libmagic when it is imported. Where the system has none,
    pylibmagic brings it, and tells `magic` where it lies."""
    try:
        return importlib.import_module("magic")
    except ImportError:
        importlib.import_module("pylibmagic")
        return importlib.import_module("magic")
