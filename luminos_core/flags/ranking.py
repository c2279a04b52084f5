"""The flags of all sources as one list, the worst first."""

from collections import defaultdict
from collections.abc import Iterable

from luminos_core.flags.fingerprint import fingerprint
from luminos_core.records.flag import Flag, FlagSource, Severity
from luminos_core.text.tree_paths import parent_of

_RANK = {severity: rank for rank, severity in enumerate(Severity)}


def rank_flags(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """Critical, concern, info; then by path and line. Of flags with one fingerprint the first in
    this order is kept, so the result does not depend on the order of the input; it counts the
    places of the others."""
    distinct: dict[str, Flag] = {}
    places: set[tuple[str, int | None]] = set()
    for flag in sorted(flags, key=_order):
        key = fingerprint(flag)
        kept = distinct.setdefault(key, flag)
        is_new = (key, flag.line) not in places
        if is_new and kept is not flag and flag.source is FlagSource.ANALYZER:
            distinct[key] = kept.model_copy(update={"more": kept.more + 1 + flag.more})
        places.add((key, flag.line))
    return tuple(distinct.values())


def without_doubted(flags: Iterable[Flag]) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """Flags as `rank_flags` orders them: those that count, and apart those whose quotation was not
    found. One that was found elsewhere with the same evidence is no longer doubted."""
    kept = tuple(flags)
    counted = rank_flags(flag for flag in kept if not flag.is_doubted)
    found = {fingerprint(flag) for flag in counted}
    doubted = rank_flags(flag for flag in kept if flag.is_doubted)
    return counted, tuple(flag for flag in doubted if fingerprint(flag) not in found)


def by_severity(flags: Iterable[Flag]) -> dict[Severity, tuple[Flag, ...]]:
    """The flags of each severity that has any, in the order of reports."""
    kept = tuple(flags)
    grouped = {severity: tuple(f for f in kept if f.severity is severity) for severity in Severity}
    return {severity: group for severity, group in grouped.items() if group}


def flags_by_directory(flags: Iterable[Flag]) -> dict[str, tuple[Flag, ...]]:
    """The flags of each directory's own files; those of no file are the root's."""
    found: dict[str, list[Flag]] = defaultdict(list)
    for flag in flags:
        found[parent_of(flag.path)].append(flag)
    return {path: tuple(each) for path, each in found.items()}


def _order(flag: Flag) -> tuple[int, str, int, bool, str, str, str, int, str, int]:
    """Every field, so that only equal flags are in an arbitrary order."""
    return (
        _RANK[flag.severity],
        flag.path,
        flag.line or 0,
        not flag.verified,
        flag.rule,
        flag.finding,
        flag.quotation,
        flag.end_line or 0,
        flag.source,
        -flag.more,
    )
