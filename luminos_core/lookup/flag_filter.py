"""The flags that a person asks for, and their order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import re2

from luminos_core.records.flag import SEVERITY_RANK, Flag, FlagSource, FlagState, Severity
from luminos_core.suppressions.path_pattern import PathPattern

_STATES = {state: rank for rank, state in enumerate(FlagState)}
_LAST = "\U0010ffff"  # behind every text

SORTS: dict[str, Callable[[Flag], Any]] = {
    "severity": lambda flag: SEVERITY_RANK[flag.severity],
    "path": lambda flag: flag.path,
    "rule": lambda flag: flag.rule,
    "owner": lambda flag: flag.owner or _LAST,
    "state": lambda flag: _STATES[flag.state] if flag.state else 0,
    "age": lambda flag: flag.first_seen or _LAST,  # the oldest first
}


@dataclass(frozen=True)
class FlagFilter:
    """A flag passes that has one of each kind that is named; of what is not named, any."""

    severities: Sequence[Severity] = ()
    states: Sequence[FlagState] = ()
    sources: Sequence[FlagSource] = ()
    rules: Sequence[str] = ()  # with "*" and "?"; after "!" those that do not pass
    paths: Sequence[str] = ()  # patterns, as in a .gitignore file; after "!" likewise
    owners: Sequence[str] = ()  # a part of the name, in any case
    symbols: Sequence[str] = ()  # likewise

    def matching(self, flags: Iterable[Flag]) -> list[Flag]:
        """Those that pass, in their order."""
        tests = [test for test in (*self._of_fields(), *self._of_texts()) if test is not None]
        return [flag for flag in flags if all(test(flag) for test in tests)]

    def _of_fields(self) -> list[Callable[[Flag], bool] | None]:
        return [
            (lambda flag: flag.severity in self.severities) if self.severities else None,
            (lambda flag: flag.state in self.states) if self.states else None,
            (lambda flag: flag.source in self.sources) if self.sources else None,
        ]

    def _of_texts(self) -> list[Callable[[Flag], bool] | None]:
        owners = [owner.casefold() for owner in self.owners]
        symbols = [symbol.casefold() for symbol in self.symbols]
        return [
            _but(self.rules, _rule_test),
            _but(self.paths, _path_test),
            (lambda flag: any(each in flag.owner.casefold() for each in owners))
            if owners
            else None,
            (lambda flag: any(each in flag.symbol.casefold() for each in symbols))
            if symbols
            else None,
        ]


def in_order(flags: Iterable[Flag], sort: str | None) -> list[Flag]:
    """By one of `SORTS`, and within that as they were; without one as they are."""
    return sorted(flags, key=SORTS[sort]) if sort else list(flags)


def _but(
    patterns: Sequence[str], test_of: Callable[[str], Callable[[Flag], bool]]
) -> Callable[[Flag], bool] | None:
    """One of the patterns, and none of those that begin with "!"."""
    wanted = [test_of(each) for each in patterns if not each.startswith("!")]
    unwanted = [test_of(each[1:]) for each in patterns if each.startswith("!")]
    if not patterns:
        return None

    def passes(flag: Flag) -> bool:
        if wanted and not any(test(flag) for test in wanted):
            return False
        return not any(test(flag) for test in unwanted)

    return passes


def _rule_test(pattern: str) -> Callable[[Flag], bool]:
    escaped = str(re2.escape(pattern))
    stars = escaped.replace(r"\*", ".*").replace(r"\?", ".")
    compiled = re2.compile(rf"(?s)\A(?:{stars})\z")
    return lambda flag: compiled.search(flag.rule) is not None


def _path_test(pattern: str) -> Callable[[Flag], bool]:
    compiled = PathPattern(pattern.removeprefix("./"))
    return lambda flag: compiled.matches(flag.path)
