"""Names of files as valid Unicode, reversibly.

The system's names are bytes. Python decodes them as the locale says, and holds bytes that it cannot
decode as lone surrogates, which JSON, terminals and databases refuse. Records hold encoded names,
the same in every locale: UTF-8, where any other byte is `\\xNN` and a backslash is doubled, which
makes the encoding reversible.
"""

import os
import re
import sys

_IS_UTF8 = sys.getfilesystemencoding() == "utf-8"
# Only bytes that are not ASCII are ever escaped. Were others accepted, "\\x2e\\x2e" would be "..".
_ESCAPED = re.compile(r"\\(\\|x[89a-f][0-9a-f])")


def encode_name(name: str) -> str:
    """The name or path as records hold it."""
    if "\\" not in name and name.isascii():
        return name
    try:
        stored = os.fsencode(name)
    except UnicodeEncodeError:  # it is of no file
        stored = name.encode("utf-8", "surrogateescape")
    return stored.replace(b"\\", b"\\\\").decode("utf-8", "backslashreplace")


def decode_name(text: str) -> str:
    """The exact name for a system call; the inverse of `encode_name`."""
    name = _ESCAPED.sub(_original, text) if "\\" in text else text
    if _IS_UTF8 or name.isascii():
        return name
    return os.fsdecode(name.encode("utf-8", "surrogateescape"))


def _original(match: re.Match[str]) -> str:
    body = match.group(1)
    if body == "\\":
        return "\\"
    return bytes([int(body[1:], 16)]).decode("utf-8", "surrogateescape")
