"""Choosing by content among the languages that claim one extension: Linguist's published rules
(scripts/linguist.py regenerates them), and our own where those stay undecided."""

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import orjson
from stringzilla import find

from luminos_core.scan.classify.supplement import CORRECTIONS, PREFERRED, SUPPLEMENT
from luminos_core.scan.expressions import PatternSet

_CONSIDERED = 50 << 10  # bytes of a file that the rules see; Linguist's bound
_LINES = b"(?m-s)"  # ^ and $ are the ends of lines, which a dot does not match
# Endings too common to mean a language unless the content agrees, as in Linguist's generic.yml.
_GENERIC = frozenset(
    {f".{section}" for section in range(1, 10)}
    | {".app", ".cmp", ".msg", ".resource", ".sol", ".stl", ".tag", ".url"}
)


class _Rule(NamedTuple):
    """Holds when all patterns of `found` are in the text, and none of `missing`; by number."""

    languages: tuple[str, ...]
    found: frozenset[int]
    missing: frozenset[int]


class _Extension(NamedTuple):
    """All rules of one extension, in order. Their patterns are looked for in one pass."""

    rules: tuple[_Rule, ...]
    patterns: PatternSet
    needles: tuple[bytes, ...]  # if any: no pattern is found where none of these strings is


def decide(extension: str, candidates: Sequence[str], head: bytes) -> str | None:
    """The language of a text that starts with `head`, of those that claim its `extension`."""
    if len(candidates) == 1 and extension not in _GENERIC:
        return candidates[0]
    rules = _rules_of(extension)
    found = _found(rules, head[:_CONSIDERED])
    for rule in rules.rules:
        if rule.found <= found and not rule.missing & found:
            return preferred(extension, rule.languages)
    return None if extension in _GENERIC else preferred(extension, candidates)


def preferred(extension: str, candidates: Sequence[str]) -> str:
    """The likeliest of `candidates` where the content does not tell, or was not read."""
    choice = PREFERRED.get(extension, "")
    return choice if choice in candidates else candidates[0]


def _found(rules: _Extension, text: bytes) -> set[int]:
    if rules.needles and all(find(text, needle) < 0 for needle in rules.needles):
        return set()
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return rules.patterns.found(text)


@functools.cache
def _rules_of(extension: str) -> _Extension:
    """Our supplement stands before a published rule that asks for no sign at all."""
    table = _published()
    published = [_Written(*rule) for rule in table["extensions"].get(extension, ())]
    first, then = _own(CORRECTIONS, extension), _own(SUPPLEMENT, extension)
    last = [rule for rule in published if rule.asks_nothing]
    written = first + [rule for rule in published if not rule.asks_nothing] + then + last
    signs = list(dict.fromkeys(sign for rule in written for sign in rule.found + rule.missing))
    number = {sign: index for index, sign in enumerate(signs)}
    needles = () if first or then else table["needles"].get(extension, ())
    return _Extension(
        rules=tuple(rule.numbered(number) for rule in written),
        patterns=PatternSet([_LINES + table["named"].get(s, s).encode() for s in signs]),
        needles=tuple(map(str.encode, needles)),
    )


class _Written(NamedTuple):
    """A rule as it stands in a table: its patterns in full, or the names of published ones."""

    languages: list[str]
    found: list[str]
    missing: list[str]

    @property
    def asks_nothing(self) -> bool:
        return not (self.found or self.missing)

    def numbered(self, number: dict[str, int]) -> _Rule:
        return _Rule(
            tuple(self.languages),
            frozenset(number[sign] for sign in self.found),
            frozenset(number[sign] for sign in self.missing),
        )


def _own(table: dict[str, tuple[tuple[str, str], ...]], extension: str) -> list[_Written]:
    return [_Written([language], [sign], []) for language, sign in table.get(extension, ())]


@functools.cache
def _published() -> Any:
    return orjson.loads(Path(__file__).with_name("heuristics.json").read_bytes())
