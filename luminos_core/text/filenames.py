"""File names as text that survives every output: escaped outside, exact inside.

A name is bytes to the system. Python holds the bytes that are not UTF-8 as lone surrogates, which
JSON, terminals and databases refuse. So records hold names escaped: such a byte is `\\xNN`, and a
backslash is doubled, which makes the escape reversible.
"""

import re

# Only bytes that are not ASCII are ever escaped. Were others accepted, "\\x2e\\x2e" would be "..".
_ESCAPED = re.compile(r"\\(\\|x[89a-f][0-9a-f])")


def encode_name(name: str) -> str:
    """The text of `name` as records hold it: valid Unicode, reversible by `decode_name`."""
    if "\\" not in name and name.isascii():
        return name
    doubled = name.replace("\\", "\\\\")
    return doubled.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def decode_name(text: str) -> str:
    """The exact name for a system call; the inverse of `encode_name`."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(_original, text)


def _original(match: re.Match[str]) -> str:
    body = match.group(1)
    if body == "\\":
        return "\\"
    return bytes([int(body[1:], 16)]).decode("utf-8", "surrogateescape")
