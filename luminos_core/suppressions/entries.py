"""Which entries of suppressions are about a flag."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from luminos_core.records.flag import Flag
from luminos_core.records.suppression import ANY_RULE, FEWEST_DIGITS, Suppression
from luminos_core.suppressions.path_pattern import PathPattern, steps


class Entries:
    """Looked up by fingerprint, or by rule and path; only patterns are tried one after another."""

    def __init__(self, entries: Sequence[Suppression]) -> None:
        self._entries = entries
        self._patterns = [PathPattern(entry.path) if entry.path else None for entry in entries]
        self._by_digits: dict[str, list[int]] = defaultdict(list)
        self._by_literal: dict[tuple[str, bytes], list[int]] = defaultdict(list)
        self._by_rule: dict[str, list[int]] = defaultdict(list)
        for number, entry in enumerate(entries):
            pattern = self._patterns[number]
            if entry.fingerprint:
                self._by_digits[entry.fingerprint[:FEWEST_DIGITS]].append(number)
            elif pattern and pattern.literal is not None:
                self._by_literal[entry.rule, pattern.literal].append(number)
            else:
                self._by_rule[entry.rule].append(number)
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
        return is_rule and (pattern is None or pattern.matches(flag.path))

    def _of_rule_and_path(self, flag: Flag) -> Iterator[int]:
        for rule in (flag.rule, ANY_RULE):
            literal = (self._by_literal.get((rule, each), ()) for each in _names(flag.path))
            for number in (*(one for each in literal for one in each), *self._by_rule[rule]):
                pattern = self._patterns[number]
                if pattern is not None and pattern.matches(flag.path):
                    yield number


def _names(path: str) -> Iterable[bytes]:
    """The path, those above it, and the name of each."""
    paths = tuple(steps(path))
    return dict.fromkeys((*paths, *(each.rpartition(b"/")[2] for each in paths)))
