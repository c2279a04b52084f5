"""Names of files as valid Unicode, reversibly.

The system's names are bytes. Python holds bytes that are not UTF-8 as lone surrogates, which JSON,
terminals and databases refuse. Records hold encoded names: such a byte is `\\xNN`, and a backslash
is doubled, which makes the encoding reversible.
"""

import re

# Only bytes that are not ASCII are ever escaped. Were others accepted, "\\x2e\\x2e" would be "..".
_ESCAPED = re.compile(r"\\(\\|x[89a-f][0-9a-f])")


def encode_name(name: str) -> str:
    """The name or path as records hold it."""
    if "\\" not in name and name.isascii():
        return name
    doubled = name.replace("\\", "\\\\")
    return doubled.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def decode_name(text: str) -> str:
    """The exact name for a system call; the inverse of `encode_name`."""
    return _ESCAPED.sub(_original, text) if "\\" in text else text


def _original(match: re.Match[str]) -> str:
    body = match.group(1)
    if body == "\\":
        return "\\"
    return bytes([int(body[1:], 16)]).decode("utf-8", "surrogateescape")
