"""Regular expressions over the bytes of a hostile tree, by RE2, which always takes linear time."""

import contextlib
import functools
from typing import Any

import re2

from luminos_core.scan.batches import batches

# Bytes of patterns in one automaton. RE2 silently finds nothing when a few states do not fit into
# its memory; with 64 MB they fit many times over.
_AUTOMATON_SIZE = 1 << 17


def compile_bytes(pattern: bytes) -> Any:
    """A compiled pattern over bytes; re2.error when RE2 cannot parse it."""
    return re2.compile(pattern, _options())


class PatternSet:
    """Many patterns, searched for in one pass. One that RE2 cannot compile never matches."""

    def __init__(self, patterns: list[bytes]) -> None:
        self._automata: list[tuple[Any, list[int]]] = []
        numbered = [item for item in enumerate(patterns) if len(item[1]) <= _AUTOMATON_SIZE]
        for batch in batches(numbered, lambda item: len(item[1]), _AUTOMATON_SIZE):
            self._add(batch)

    def last(self, text: bytes) -> int:
        """The index of the last pattern that is found in `text`; -1 for none."""
        for automaton, numbers in reversed(self._automata):
            if found := automaton.Match(text):
                number: int = numbers[max(found)]
                return number
        return -1

    def found(self, text: bytes) -> set[int]:
        """The indexes of all patterns that are found in `text`."""
        matched: set[int] = set()
        for automaton, numbers in self._automata:
            if found := automaton.Match(text):
                matched.update([numbers[position] for position in found])
        return matched

    def _add(self, numbered: list[tuple[int, bytes]]) -> None:
        automaton = re2.Set.SearchSet(_options())
        numbers = []  # by position in the automaton, which skips what it rejects
        for number, pattern in numbered:
            with contextlib.suppress(re2.error):
                automaton.Add(pattern)
                numbers.append(number)
        with contextlib.suppress(re2.error):  # matching one that did not compile would crash
            if numbers:
                automaton.Compile()
                self._automata.append((automaton, numbers))


@functools.cache
def _options() -> Any:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1  # a byte is a character
    options.log_errors = False
    options.dot_nl = True
    options.max_mem = 64 << 20  # bytes; room for the rules of large trees
    return options
