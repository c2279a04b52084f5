"""The path of an entry: a pattern as in a .gitignore file, whose rules git has written down."""

import os
from collections.abc import Iterator
from functools import cached_property

from luminos_core.scan.rules.ignore_rule import parse_pattern
from luminos_core.scan.rules.wildmatch import SPECIAL, is_literal, literal_prefix, to_regex
from luminos_core.text.filenames import decode_name

_NO_TEXT = dict.fromkeys(range(0xDC80, 0xDD00), "?")  # bytes, as Python decodes them


class PathPattern:
    """Patterns run on RE2: a hostile one takes no longer than its length allows."""

    def __init__(self, pattern: str) -> None:
        self._rule = parse_pattern(pattern.encode("utf-8", "surrogateescape"), "")

    def matches(self, path: str) -> bool:
        """Whether it is the file at `path` (escaped, relative), or a directory above it."""
        if self._rule is None:
            return False
        *above, file = steps(path)
        if self._rule.matches(file, is_directory=False):
            return True
        return any(self._rule.matches(each, is_directory=True) for each in above)

    def may_match_in(self, directory: str) -> bool:
        """Whether some file in `directory`, or further below, could be one of these."""
        if self._rule is None:
            return False
        if directory == "." or self._rule.matches_name or self.matches(directory):
            return True
        inside = os.fsencode(decode_name(directory)) + b"/"
        return inside.startswith(self._fixed) or self._fixed.startswith(inside)

    def leads_into(self, directory: str) -> bool:
        """Whether all that it matches is in `directory`, or further below."""
        return self._fixed.startswith(os.fsencode(decode_name(directory)) + b"/")

    @property
    def literal(self) -> bytes | None:
        """The one path, or name, that it matches; None for a pattern of several."""
        if self._rule is None or not is_literal(self._rule.glob):
            return None
        return self._rule.glob

    @property
    def regex(self) -> tuple[bool, bytes] | None:
        """Whether it is about names instead of paths, and for `PatternSet` what it finds in them;
        None when it matches nothing."""
        found = to_regex(self._rule.glob) if self._rule else None
        return (self._rule.matches_name, found) if self._rule and found else None

    @cached_property
    def _fixed(self) -> bytes:
        """How all that it matches begins."""
        return literal_prefix(self._rule.glob) if self._rule else b""


def literal_pattern(path: str) -> str:
    """The pattern of that file alone, but that a byte which is no text is any byte."""
    name = os.fsencode(decode_name(path))
    escaped = b"".join(b"\\" * (byte in SPECIAL) + bytes([byte]) for byte in name)
    text = escaped.decode("utf-8", "surrogateescape").translate(_NO_TEXT)
    is_path = "/" in text and not text.startswith(("!", "#"))
    return text if is_path else f"/{text}"


def steps(path: str) -> Iterator[bytes]:
    """Of an escaped path: "a", "a/b", "a/b/c.py"."""
    whole = os.fsencode(decode_name(path))
    at = whole.find(b"/")
    while at >= 0:
        yield whole[:at]
        at = whole.find(b"/", at + 1)
    yield whole
