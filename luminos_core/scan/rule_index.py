"""Finding the last of many ignore rules that is about an entry, in about a microsecond."""

import os
from collections.abc import Sequence
from typing import Protocol

from luminos_core.scan.expressions import PatternSet
from luminos_core.scan.wildmatch import expression, is_plain, plain_prefix

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
            elif glob.startswith(b"*") and _is_text(glob[1:]):
                endings[glob[1:].decode()] = number
            elif glob.endswith(b"*") and _is_text(glob[:-1]):
                beginnings[glob[:-1].decode()] = number
            else:
                name_patterns.append((number, glob))
        self._endings = _Endings(endings) if endings else None
        self._beginnings = _Beginnings(beginnings) if beginnings else None
        self._name_patterns = _Patterns(name_patterns) if name_patterns else None
        self._path_patterns = _Patterns(path_patterns) if path_patterns else None

    def last(self, path: str, name: str) -> int:
        """The highest number of a rule that matches; -1 for none. `path` is as seen from the
        rules' directory."""
        number = self._names.get(name, -1)
        if self._paths:
            number = max(number, self._paths.get(path, -1))
        if self._endings:
            number = max(number, self._endings.last(name))
        if self._beginnings:
            number = max(number, self._beginnings.last(name))
        if self._name_patterns:
            number = max(number, self._name_patterns.last(name))
        if self._path_patterns:
            number = max(number, self._path_patterns.last(path))
        return number


class _Endings:
    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._few = tuple(numbers) if len(numbers) <= _FEW else None
        self._lengths = sorted({len(text) for text in numbers})

    def last(self, name: str) -> int:
        if self._few is not None and not name.endswith(self._few):
            return -1
        cuts = [len(name) - length for length in self._lengths if length <= len(name)]
        return max((self._numbers.get(name[cut:], -1) for cut in cuts), default=-1)


class _Beginnings:
    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._few = tuple(numbers) if len(numbers) <= _FEW else None
        self._lengths = sorted({len(text) for text in numbers})

    def last(self, text: str) -> int:
        if self._few is not None and not text.startswith(self._few):
            return -1
        return max(self._numbers.get(text[:length], -1) for length in self._lengths)


class _Patterns:
    """Patterns, asked only of what begins as one of them does. The automaton is built when first
    asked."""

    def __init__(self, globs: list[tuple[int, bytes]]) -> None:
        self._globs = globs
        prefixes = {plain_prefix(glob) for _, glob in globs}
        gated = len(prefixes) <= _FEW and all(map(_is_text, prefixes))
        self._prefixes = tuple(prefix.decode() for prefix in prefixes) if gated else None
        self._automaton: PatternSet | None = None
        self._numbers: list[int] = []

    def last(self, text: str) -> int:
        if self._prefixes is not None and not text.startswith(self._prefixes):
            return -1
        if self._automaton is None:
            self._automaton = self._built()
        found = self._automaton.last(text.encode("utf-8", "surrogateescape"))
        return -1 if found < 0 else self._numbers[found]

    def _built(self) -> PatternSet:
        readable = [(number, made) for number, glob in self._globs if (made := expression(glob))]
        self._numbers = [number for number, _ in readable]
        return PatternSet([made for _, made in readable])


def _is_text(glob: bytes) -> bool:
    """Whether it is plain, and UTF-8."""
    try:
        glob.decode()
    except UnicodeDecodeError:
        return False
    return is_plain(glob)
