"""Finding text that tells a model what to do, by the patterns of injection_patterns.toml."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import re2

from luminos_core.redaction.find_secrets import decoded, encoded

Kind = Literal["instruction", "marker"]

_GAP = r"""[\s*_#/>`'"\\-]+"""  # between two words
_BOUNDARY = re.compile(rb"[.!?][\"')]?\s+|\n\n")  # the end of a sentence or a paragraph
_BEFORE, _AFTER = 200, 80  # bytes around a verdict in which its addressee is looked for
_NEAR = 500  # bytes around text in which words on the subject are looked for


class Injection(NamedTuple):
    """Offsets are of bytes. A marker alone starts a turn, and tells nobody to do anything."""

    kind: Kind
    start: int
    end: int


def find_injections(content: bytes) -> Iterator[Injection]:
    """All in `content`, UTF-8, by their ends. Takes linear time."""
    for match in _pattern("override", "verdict", "marker").finditer(content):
        start, end = match.span()
        if match.lastgroup == b"marker":
            yield Injection("marker", start, end)
        elif match.lastgroup == b"override":
            yield Injection("instruction", start, end)
        elif addressed := _with_addressee(content, start, end):
            yield addressed


def without_injections(text: str) -> str:
    """`text` without the sentences that hold one, and what follows them in their paragraphs."""
    content = encoded(text)
    kept: list[bytes] = []
    position = 0  # up to which `content` is dealt with
    for found in find_injections(content):
        if found.end > position:
            before = content[position : max(found.start, position)]
            whole = [boundary.end() for boundary in _BOUNDARY.finditer(before)]
            kept.append(before[: whole[-1] if whole else 0])
            paragraph_end = content.find(b"\n\n", found.end)
            position = paragraph_end if paragraph_end >= 0 else len(content)
    return decoded(b"".join([*kept, content[position:]])) if position else text


def is_example(content: bytes, found: Injection) -> bool:
    """Whether words on the subject are near: it is an example, or a text about such text."""
    near = content[max(found.start - _NEAR, 0) : found.end + _NEAR]
    return bool(_pattern("subject").search(near))


def _with_addressee(content: bytes, start: int, end: int) -> Injection | None:
    """The verdict with the nearest addressee before it or after it."""
    addressee, first = _pattern("model", "marker"), max(start - _BEFORE, 0)
    before = [match.start() for match in addressee.finditer(content[first:start])]
    if before:
        return Injection("instruction", first + before[-1], end)
    after = addressee.search(content[end : end + _AFTER])
    return Injection("instruction", start, end + after.end()) if after else None


@cache
def _pattern(*names: str) -> Any:
    """Any pattern of these lists, each list as a group of its name."""
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    lists: dict[str, list[str]] = tomllib.loads(text)
    groups = (f"(?P<{name}>{'|'.join(lists[name])})" for name in names)
    return re2.compile(f"(?i){'|'.join(groups)}".replace(" ", _GAP).encode())
