"""Finding the last of many ignore rules that is about an entry, in about a microsecond."""

import os
from collections.abc import Sequence
from typing import Protocol

from luminos_core.scan.expressions import PatternSet
from luminos_core.scan.rules.wildmatch import expression, is_plain, plain_prefix

_FEW_WITHIN = 8  # up to here looking for each is faster than the automaton
_FEW = 64  # up to here trying all is faster than looking up one for each length


class Asking(Protocol):
    """What a rule asks of an entry: that its name, or its path, matches a pattern."""

    @property
    def glob(self) -> bytes: ...
    @property
    def of_names(self) -> bool: ...


class RuleIndex:
    """Numbered rules, by what they ask: a whole name or path, the beginning or the ending of a
    name, or a pattern.

    Text is compared where git compares bytes, which is the same: what is UTF-8 begins and ends
    where characters do. Beginnings and endings that are not UTF-8 are left to the patterns.
    """

    def __init__(self, rules: Sequence[tuple[int, Asking]]) -> None:
        self._names: dict[str, int] = {}
        self._paths: dict[str, int] = {}
        self._extensions: dict[str, int] = {}  # endings with one dot, which is their first
        endings: dict[str, int] = {}
        beginnings: dict[str, int] = {}
        name_patterns: list[tuple[int, bytes]] = []
        path_patterns: list[tuple[int, bytes]] = []
        for number, rule in rules:
            glob = rule.glob
            if is_plain(glob):
                (self._names if rule.of_names else self._paths)[os.fsdecode(glob)] = number
            elif not rule.of_names:
                path_patterns.append((number, glob))
            elif glob.startswith(b"*.") and _is_text(glob[1:]) and b"." not in glob[2:]:
                self._extensions[glob[1:].decode()] = number
            elif glob.startswith(b"*") and _is_text(glob[1:]):
                endings[glob[1:].decode()] = number
            elif glob.endswith(b"*") and _is_text(glob[:-1]):
                beginnings[glob[:-1].decode()] = number
            else:
                name_patterns.append((number, glob))
        self._endings, self._ending = endings, _gate(endings)
        self._beginnings, self._beginning = beginnings, _gate(beginnings)
        self._name_patterns = _Patterns(name_patterns) if name_patterns else None
        self._path_patterns = _Patterns(path_patterns) if path_patterns else None

    def last(self, path: str, name: str) -> int:
        """The highest number of a rule that matches; -1 for none. `path` is as seen from the
        rules' directory."""
        last = self._names.get(name, -1)
        if self._paths and (found := self._paths.get(path, -1)) > last:
            last = found
        # a name without a dot has no ending that begins with one
        if (found := self._extensions.get(name[name.rfind(".") :], -1)) > last:
            last = found
        if name.endswith(self._ending) or name.startswith(self._beginning):
            last = max(last, self._of_affixes(name))
        if self._name_patterns and (found := self._name_patterns.last(name)) > last:
            last = found
        if self._path_patterns and (found := self._path_patterns.last(path)) > last:
            last = found
        return last

    def _of_affixes(self, name: str) -> int:
        cuts = range(len(name) + 1)
        endings = (self._endings.get(name[cut:], -1) for cut in cuts)
        beginnings = (self._beginnings.get(name[:cut], -1) for cut in cuts)
        return max(*endings, *beginnings)


def _gate(affixes: dict[str, int]) -> tuple[str, ...]:
    """What a name must begin, or end, with to be looked up: anything, where they are many."""
    return tuple(affixes) if len(affixes) <= _FEW else ("",)


class _Patterns:
    """Patterns, asked only of what holds some plain text of one of them. The automaton is built
    when first asked."""

    def __init__(self, globs: list[tuple[int, bytes]]) -> None:
        self._globs = globs
        beginnings = {plain_prefix(glob) for _, glob in globs}
        within = {_plain_within(glob) for _, glob in globs if not plain_prefix(glob)}
        plain = (beginnings | within) - {b""}
        self._beginnings = tuple(text.decode() for text in beginnings & plain if _is_text(text))
        self._within = tuple(text.decode() for text in within & plain if _is_text(text))
        self._gated = (
            b"" not in within
            and all(map(_is_text, plain))
            and len(self._beginnings) <= _FEW
            and len(self._within) <= _FEW_WITHIN
        )
        self._automaton: PatternSet | None = None
        self._numbers: list[int] = []

    def last(self, text: str) -> int:
        if self._gated and not text.startswith(self._beginnings):
            for plain in self._within:
                if plain in text:
                    break
            else:
                return -1
        if self._automaton is None:
            self._automaton = self._built()
        found = self._automaton.last(text.encode("utf-8", "surrogateescape"))
        return -1 if found < 0 else self._numbers[found]

    def _built(self) -> PatternSet:
        readable = [(number, made) for number, glob in self._globs if (made := expression(glob))]
        self._numbers = [number for number, _ in readable]
        return PatternSet([made for _, made in readable])


def _plain_within(glob: bytes) -> bytes:
    """Plain text that follows the stars a pattern begins with, and is in all it matches."""
    rest = glob.lstrip(b"*").lstrip(b"/")
    if rest.startswith(b"\\"):
        return rest[1:2] + plain_prefix(rest[2:])
    return plain_prefix(rest)


def _is_text(glob: bytes) -> bool:
    """Whether it is plain, and UTF-8."""
    try:
        glob.decode()
    except UnicodeDecodeError:
        return False
    return is_plain(glob)
