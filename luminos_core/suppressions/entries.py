"""Which entries of suppressions are about a flag."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from luminos_core.records.flag import Flag
from luminos_core.records.suppression import ANY_RULE, FEWEST_DIGITS, Suppression
from luminos_core.scan.byte_patterns import PatternSet
from luminos_core.suppressions.path_pattern import PathPattern, steps

_NOTHING = rb"[^\x00-\xff]"


class Entries:
    """Looked up by fingerprint, or by rule and path; a thousand patterns are tried as one."""

    def __init__(self, entries: Sequence[Suppression]) -> None:
        self._entries = entries
        self._patterns = [PathPattern(entry.path) for entry in entries]
        self._by_digits: dict[str, list[int]] = defaultdict(list)
        self._by_literal: dict[tuple[str, bytes], list[int]] = defaultdict(list)
        wild: dict[str, dict[int, PathPattern]] = defaultdict(dict)  # by rule
        for number, (entry, pattern) in enumerate(zip(entries, self._patterns, strict=True)):
            if entry.fingerprint:
                self._by_digits[entry.fingerprint[:FEWEST_DIGITS]].append(number)
            elif pattern.literal is not None:
                self._by_literal[entry.rule, pattern.literal].append(number)
            else:
                wild[entry.rule][number] = pattern
        self._wild = {rule: _Wild(patterns) for rule, patterns in wild.items()}
        self._known: dict[tuple[str, str], tuple[int, ...]] = {}

    def about(self, flag: Flag) -> list[int]:
        """Their numbers, in order."""
        marked = self._by_digits.get(flag.fingerprint[:FEWEST_DIGITS], ())
        found = [number for number in marked if self._is_of(flag, number)]
        key = flag.rule, flag.path
        if key not in self._known:
            self._known[key] = tuple(self._of_rule_and_path(flag))
        return sorted((*found, *self._known[key]))

    def _is_of(self, flag: Flag, number: int) -> bool:
        entry, pattern = self._entries[number], self._patterns[number]
        if not flag.fingerprint.startswith(entry.fingerprint):
            return False
        is_rule = entry.rule in ("", ANY_RULE, flag.rule)
        return is_rule and (not entry.path or pattern.matches(flag.path))

    def _of_rule_and_path(self, flag: Flag) -> Iterator[int]:
        names = _names(flag.path)
        for rule in (flag.rule, ANY_RULE):
            possible = {n for each in names for n in self._by_literal.get((rule, each), ())}
            if rule in self._wild:
                possible |= self._wild[rule].possible(flag.path)
            yield from (n for n in possible if self._patterns[n].matches(flag.path))


class _Wild:
    """Patterns with wildcards, searched for in one pass over a path."""

    def __init__(self, patterns: Mapping[int, PathPattern]) -> None:
        found = [(number, pattern.regex) for number, pattern in patterns.items()]
        self._numbers = [number for number, regex in found if regex]
        regexes = [regex for _, regex in found if regex]
        # What is about names finds nothing in paths, and is an empty class there.
        self._in_names = PatternSet([regex if is_name else _NOTHING for is_name, regex in regexes])
        self._in_paths = PatternSet([_NOTHING if is_name else regex for is_name, regex in regexes])
        self._found = cache(self._search)

    def possible(self, path: str) -> set[int]:
        """Of those that match an entry of this path, or could if it were a directory."""
        return {number for step in steps(path) for number in self._found(step)}

    def _search(self, path: bytes) -> tuple[int, ...]:
        name = path.rpartition(b"/")[2]
        found = self._in_names.found(name) | self._in_paths.found(path)
        return tuple(self._numbers[index] for index in found)


def _names(path: str) -> Iterable[bytes]:
    """The path, those above it, and the name of each."""
    paths = tuple(steps(path))
    return dict.fromkeys((*paths, *(each.rpartition(b"/")[2] for each in paths)))
