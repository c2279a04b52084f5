"""Finding the last of many rules that matches an entry, in about a microsecond."""

import os
from collections.abc import Sequence

from luminos_core.scan.byte_patterns import PatternSet
from luminos_core.scan.rules.ignore_rule import IgnoreRule
from luminos_core.scan.rules.wildmatch import is_literal, literal_prefix, to_regex

_FEW_INNER = 8  # up to this many, searching for each is faster than the automaton
_FEW = 64  # up to this many, trying all is faster than a lookup for each length


class RuleIndex:
    """Numbered rules, by the kind of their pattern: a literal name or path, a prefix or a suffix of
    a name, or any other.

    Text is compared where git compares bytes, which is the same for valid UTF-8. Prefixes and
    suffixes that are not valid UTF-8 are matched as patterns.
    """

    def __init__(self, rules: Sequence[tuple[int, IgnoreRule]]) -> None:
        self._names: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._extensions: dict[str, int] = {}  # suffixes whose only dot is their first character
        suffixes: dict[str, int] = {}
        prefixes: dict[str, int] = {}
        name_patterns: list[tuple[int, bytes]] = []
        path_patterns: list[tuple[int, bytes]] = []
        for number, rule in rules:
            glob = rule.glob
            if is_literal(glob):
                (self._names if rule.matches_name else self._paths)[os.fsdecode(glob)] = number
            elif not rule.matches_name:
                path_patterns.append((number, glob))
            elif glob.startswith(b"*.") and _is_literal_text(glob[1:]) and b"." not in glob[2:]:
                self._extensions[glob[1:].decode()] = number
            elif glob.startswith(b"*") and _is_literal_text(glob[1:]):
                suffixes[glob[1:].decode()] = number
            elif glob.endswith(b"*") and _is_literal_text(glob[:-1]):
                prefixes[glob[:-1].decode()] = number
            else:
                name_patterns.append((number, glob))
        self._suffixes, self._required_suffixes = suffixes, _required(suffixes)
        self._prefixes, self._required_prefixes = prefixes, _required(prefixes)
        self._name_patterns = _Patterns(name_patterns) if name_patterns else None
        self._path_patterns = _Patterns(path_patterns) if path_patterns else None

    def last(self, path: str, name: str) -> int:
        """The highest number of a matching rule, or -1. `path` is relative to the rules' own."""
        last = self._names.get(name, -1)
        if self._paths and (found := self._paths.get(path, -1)) > last:
            last = found
        # for a name without a dot this is its last letter, which is no extension
        if (found := self._extensions.get(name[name.rfind(".") :], -1)) > last:
            last = found
        if name.endswith(self._required_suffixes) or name.startswith(self._required_prefixes):
            last = max(last, self._of_affixes(name))
        if self._name_patterns and (found := self._name_patterns.last(name)) > last:
            last = found
        if self._path_patterns and (found := self._path_patterns.last(path)) > last:
            last = found
        return last

    def _of_affixes(self, name: str) -> int:
        cuts = range(len(name) + 1)
        suffixes = (self._suffixes.get(name[cut:], -1) for cut in cuts)
        prefixes = (self._prefixes.get(name[:cut], -1) for cut in cuts)
        return max(*suffixes, *prefixes)


def _required(affixes: dict[str, int]) -> tuple[str, ...]:
    """The affixes of which a name must have one to be looked up; "", which all have, when many."""
    return tuple(affixes) if len(affixes) <= _FEW else ("",)


class _Patterns:
    """Patterns, tried only on text with a literal part of one, by an automaton built lazily."""

    def __init__(self, globs: list[tuple[int, bytes]]) -> None:
        self._globs = globs
        prefixes = {literal_prefix(glob) for _, glob in globs}
        inner = {_inner_literal(glob) for _, glob in globs if not literal_prefix(glob)}
        literals = (prefixes | inner) - {b""}
        self._prefixes = tuple(
            text.decode() for text in prefixes & literals if _is_literal_text(text)
        )
        self._inner = tuple(text.decode() for text in inner & literals if _is_literal_text(text))
        self._has_literals = (
            b"" not in inner
            and all(map(_is_literal_text, literals))
            and len(self._prefixes) <= _FEW
            and len(self._inner) <= _FEW_INNER
        )
        self._automaton: PatternSet | None = None
        self._numbers: list[int] = []

    def last(self, text: str) -> int:
        if self._has_literals and not text.startswith(self._prefixes):
            for literal in self._inner:
                if literal in text:
                    break
            else:
                return -1
        if self._automaton is None:
            self._automaton = self._build()
        found = self._automaton.last(text.encode("utf-8", "surrogateescape"))
        return -1 if found < 0 else self._numbers[found]

    def _build(self) -> PatternSet:
        readable = [(number, regex) for number, glob in self._globs if (regex := to_regex(glob))]
        self._numbers = [number for number, _ in readable]
        return PatternSet([regex for _, regex in readable])


def _inner_literal(glob: bytes) -> bytes:
    """The literal text after the leading stars of a pattern, which all it matches contains."""
    rest = glob.lstrip(b"*").lstrip(b"/")
    if rest.startswith(b"\\"):
        return rest[1:2] + literal_prefix(rest[2:])
    return literal_prefix(rest)


def _is_literal_text(glob: bytes) -> bool:
    """Whether it is literal, and valid UTF-8."""
    try:
        glob.decode()
    except UnicodeDecodeError:
        return False
    return is_literal(glob)
