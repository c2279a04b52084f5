"""The tags that stand where secrets were: `<redacted:github-pat#1>`."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.rules import RULES

_START = b"<redacted:"
_TAG = rb"<redacted:([a-z0-9-]+)#([0-9]{1,9})>"


def tag(rule: str, number: int) -> bytes:
    return f"<redacted:{rule}#{number}>".encode("ascii")


def tags_in(content: bytes) -> Iterator[tuple[str, int]]:
    """Rule and number of each tag."""
    for match in _matches(content):
        yield match.group(1).decode("ascii"), int(match.group(2))


def without_words(content: bytes) -> bytes:
    """`content`, as long as before, with dots for what its tags say: the name of a rule is no sign
    that a secret follows. What only looks like a tag may hold a secret, and stays."""
    bare = bytearray(content)
    for match in _matches(content):
        start, end = match.span()
        if match.group(1) in _names():
            bare[start:end] = b"<" + b"." * (end - start - 2) + b">"
    return bytes(bare)


def _matches(content: bytes) -> Iterator[Any]:
    """Most texts have no tag, and are not searched for one."""
    return _pattern().finditer(content) if _START in content else iter(())


@cache
def _names() -> frozenset[bytes]:
    return frozenset(rule.name.encode("ascii") for rule in RULES)


@cache
def _pattern() -> Any:
    return re2.compile(_TAG)
