"""The flags of all sources as one list, the worst first."""

from collections import defaultdict
from collections.abc import Iterable

from luminos_core.flags.fingerprint import evidence, fingerprint, found_at, numbered
from luminos_core.records.flag import SEVERITY_RANK, Flag, Severity
from luminos_core.text.tree_paths import parent_of


def rank_flags(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """Critical, concern, info; of each last what an agent dismissed, and before that what is known
    to be false or accepted; then by path and line. What was found once and is told twice is there
    once, as the first in this order tells it, so the result does not depend on the order of the
    input. `flags` are all of a file, or none: they are numbered."""
    distinct: dict[tuple[str, ...], Flag] = {}
    for flag in sorted(flags, key=_order):
        distinct.setdefault(found_at(flag), flag)
    return numbered(distinct.values())


def without_hints(flags: Iterable[Flag]) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """The flags that count, and apart those that are hints; each in the given order."""
    kept = tuple(flags)
    return tuple(f for f in kept if not f.is_hint), tuple(f for f in kept if f.is_hint)


def without_doubted(flags: Iterable[Flag]) -> tuple[tuple[Flag, ...], tuple[Flag, ...]]:
    """Flags as `rank_flags` orders them: those that count, and apart those whose quotation was not
    found. One that was found elsewhere with the same evidence is no longer doubted."""
    kept = tuple(flags)
    counted = rank_flags(flag for flag in kept if not flag.is_doubted)
    found = {evidence(flag) for flag in counted}
    doubted = rank_flags(flag for flag in kept if flag.is_doubted)
    return counted, tuple(flag for flag in doubted if evidence(flag) not in found)


def fingerprinted(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """Ranked flags with their fingerprints, as a report has them."""
    return tuple(flag.model_copy(update={"fingerprint": fingerprint(flag)}) for flag in flags)


def in_order(flags: Iterable[Flag]) -> tuple[Flag, ...]:
    """As `rank_flags`, without leaving any out, and with the numbers that they have."""
    return tuple(sorted(flags, key=_order))


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


def _order(flag: Flag) -> tuple[object, ...]:
    """Every field, so that only equal flags are in an arbitrary order."""
    return (
        SEVERITY_RANK[flag.severity],
        flag.is_dismissed,
        flag.is_lowered,
        flag.path,
        flag.line or 0,
        not flag.verified,
        flag.rule,
        flag.finding,
        flag.quotation,
        flag.end_line or 0,
        flag.source,
        not flag.symbol,  # an older result has none
        flag.symbol,
        flag.ordinal,
        flag.is_hint,
        flag.also_found_by,
        -flag.more,
        flag.answered_by,
        flag.answer,
        flag.known_as,
        flag.known or "",
        flag.known_because,
    )
