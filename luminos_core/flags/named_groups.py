"""Flags by what they have in common."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.text.tree_paths import parent_of

_SEVERITIES = [severity.value for severity in Severity]
_STATES = [state.value for state in FlagState]

GROUPS: dict[str, Callable[[Flag], str]] = {
    "rule": lambda flag: flag.rule,
    "file": lambda flag: flag.path,
    "directory": lambda flag: parent_of(flag.path),
    "owner": lambda flag: flag.owner or "(no owner)",
    "severity": lambda flag: flag.severity.value,
    "state": lambda flag: flag.state.value if flag.state else "(not compared)",
    "source": lambda flag: flag.source.value,
}


@dataclass(frozen=True)
class NamedFlags:
    name: str
    flags: tuple[Flag, ...]
    counts: FlagCounts


def grouped(flags: Iterable[Flag], by: str) -> list[NamedFlags]:
    """By one of `GROUPS`: severities and states in their order, others by how many of the worst
    they have."""
    found: dict[str, list[Flag]] = defaultdict(list)
    for flag in flags:
        found[GROUPS[by](flag)].append(flag)
    groups = [NamedFlags(name, tuple(each), FlagCounts.of(each)) for name, each in found.items()]
    fixed = {"severity": _SEVERITIES, "state": _STATES}.get(by, [])
    return sorted(groups, key=lambda group: _order(group, fixed))


def _order(group: NamedFlags, fixed: list[str]) -> tuple[object, ...]:
    if fixed:
        return (fixed.index(group.name) if group.name in fixed else -1,)
    worst = [-group.counts.flags[severity] for severity in Severity]
    return (*worst, group.name)
