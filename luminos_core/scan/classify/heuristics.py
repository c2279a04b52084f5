"""Choosing by content between the languages that share an extension: by Linguist's heuristics
(scripts/update_linguist.py regenerates them), and by our own where those do not decide."""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from stringzilla import find

from luminos_core.scan.byte_patterns import PatternSet
from luminos_core.scan.classify.table import load_table

_SEARCHED = 50 << 10  # bytes of a file, as in Linguist
_LINES = b"(?m-s)"  # ^ and $ match at line ends, and a dot does not match them
# Extensions that mean a language only if a heuristic matches, as in Linguist's generic.yml.
_GENERIC = frozenset(
    {f".{section}" for section in range(1, 10)}
    | {".app", ".cmp", ".msg", ".resource", ".sol", ".stl", ".tag", ".url"}
)


class _Rule(NamedTuple):
    """Matches when all patterns of `found` are in the text and none of `missing`; both by index."""

    languages: tuple[str, ...]
    found: frozenset[int]
    missing: frozenset[int]


class _Extension(NamedTuple):
    """The rules of one extension, in order. Their patterns are searched for in one pass."""

    rules: tuple[_Rule, ...]
    patterns: PatternSet
    needles: tuple[bytes, ...]  # if any, no pattern matches a text without one of them


def choose_language(extension: str, candidates: Sequence[str], head: bytes) -> str | None:
    """The language of a text that starts with `head`, out of the candidates for `extension`."""
    if len(candidates) == 1 and extension not in _GENERIC:
        return candidates[0]
    rules = _rules_of(extension)
    found = _found(rules, head[:_SEARCHED])
    for rule in rules.rules:
        if rule.found <= found and not rule.missing & found:
            return preferred_language(extension, rule.languages)
    return None if extension in _GENERIC else preferred_language(extension, candidates)


def preferred_language(extension: str, candidates: Sequence[str]) -> str:
    """The likeliest candidate when the content does not decide, or was not read."""
    choice = preferred_languages().get(extension, "")
    return choice if choice in candidates else candidates[0]


@functools.cache
def preferred_languages() -> dict[str, str]:
    """By extension, where the order of Linguist's table (the languages of which it is the first
    extension, then the alphabet) is a bad choice."""
    return cast("dict[str, str]", load_table("preferred_languages.json"))


def _found(rules: _Extension, text: bytes) -> set[int]:
    if rules.needles and all(find(text, needle) < 0 for needle in rules.needles):
        return set()
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return rules.patterns.found(text)


@functools.cache
def _rules_of(extension: str) -> _Extension:
    """Our rules come before a published one without patterns, which always matches."""
    table = _published()
    published = [_RuleSource(*rule) for rule in table["extensions"].get(extension, ())]
    corrections, supplement = _own("corrections", extension), _own("supplement", extension)
    conditional = [rule for rule in published if not rule.is_unconditional]
    unconditional = [rule for rule in published if rule.is_unconditional]
    rules = corrections + conditional + supplement + unconditional
    patterns = list(dict.fromkeys(one for rule in rules for one in rule.found + rule.missing))
    index = {pattern: position for position, pattern in enumerate(patterns)}
    needles = () if corrections or supplement else table["needles"].get(extension, ())
    return _Extension(
        rules=tuple(rule.compiled(index) for rule in rules),
        patterns=PatternSet([_LINES + table["named"].get(one, one).encode() for one in patterns]),
        needles=tuple(map(str.encode, needles)),
    )


class _RuleSource(NamedTuple):
    """A rule as in the table, with patterns or names of published patterns."""

    languages: list[str]
    found: list[str]
    missing: list[str]

    @property
    def is_unconditional(self) -> bool:
        return not (self.found or self.missing)

    def compiled(self, index: dict[str, int]) -> _Rule:
        return _Rule(
            tuple(self.languages),
            frozenset(index[pattern] for pattern in self.found),
            frozenset(index[pattern] for pattern in self.missing),
        )


def _own(table: str, extension: str) -> list[_RuleSource]:
    rules = own_heuristics()[table].get(extension, ())
    return [_RuleSource([rule["language"]], [rule["pattern"]], []) for rule in rules]


@functools.cache
def _published() -> Any:
    return load_table("heuristics.json")


@functools.cache
def own_heuristics() -> dict[str, dict[str, list[dict[str, str]]]]:
    """By table and extension: languages, with RE2 patterns for what the grammar of each demands of
    nearly every file. `corrections` come before Linguist's rules, where those mistake one language
    for another; the `supplement` comes after them, where they do not decide."""
    return cast("dict[str, dict[str, list[dict[str, str]]]]", load_table("own_heuristics.json"))
