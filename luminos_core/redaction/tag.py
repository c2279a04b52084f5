"""The tags that replace secrets: `<redacted:github-pat#1>`."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import re2

from luminos_core.redaction.rules import KNOWN_VALUE, secret_rules

_START = b"<redacted:"
_TAG = rb"<redacted:([a-z0-9-]+)#([0-9]{1,9})>"


def tag(rule: str, number: int) -> bytes:
    return f"<redacted:{rule}#{number}>".encode("ascii")


def tags_in(content: bytes) -> Iterator[tuple[str, int]]:
    """Rule and number of each tag."""
    for match in _matches(content):
        yield match.group(1).decode("ascii"), int(match.group(2))


def mask_tags(content: bytes) -> bytes:
    """`content`, of the same length, with dots in its tags, since the name of a rule may contain a
    keyword. Text that only resembles a tag may contain a secret, and stays."""
    if _START not in content:
        return content
    bare = bytearray(content)
    for match in _matches(content):
        start, end = match.span()
        if match.group(1) in _names():
            bare[start:end] = b"<" + b"." * (end - start - 2) + b">"
    return bytes(bare)


def without_numbers(text: str) -> str:
    """`text` with tags that do not tell how many secrets stand before them."""
    return _numbers().sub(r"\1>", text) if "<redacted:" in text else text


def _matches(content: bytes) -> Iterator[Any]:
    """Most texts have no tag and are not searched."""
    return _pattern().finditer(content) if _START in content else iter(())


@cache
def _names() -> frozenset[bytes]:
    return frozenset(rule.name.encode("ascii") for rule in (KNOWN_VALUE, *secret_rules()))


@cache
def _numbers() -> Any:
    return re2.compile(r"(<redacted:[a-z0-9-]+)#[0-9]{1,9}>")


@cache
def _pattern() -> Any:
    return re2.compile(_TAG)
