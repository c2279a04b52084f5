"""Findings of several tools about one place as one flag."""

from collections import defaultdict
from collections.abc import Iterable

from luminos_core.external.weights import Kind, kind_of_flag
from luminos_core.records.external import ToolFlag
from luminos_core.records.flag import Flag

# Families of many defects, of which two may be in one block: only a CWE makes them alike.
_WIDE = frozenset({"ci", "containers", "dependencies", "files", "infrastructure", "web-settings"})


def merge_flags(ours: Iterable[Flag], theirs: Iterable[ToolFlag]) -> tuple[Flag, ...]:
    """All flags. One that says the same of the same place as an earlier one, ours first, is not a
    flag of its own: the earlier one names its rule, and keeps its own severity and words. What two
    tools say is no hint any more."""
    merged = list(ours)
    kinds = {index: kind_of_flag(flag) for index, flag in enumerate(merged)}
    by_path: dict[str, list[int]] = defaultdict(list)
    for index, flag in enumerate(merged):
        by_path[flag.path].append(index)
    for found in theirs:
        flag, kind = found.flag, Kind(found.family, found.cwes)
        same = [n for n in by_path[flag.path] if _is_same(merged[n], kinds[n], flag, kind)]
        for n in same[:1]:
            sources = dict.fromkeys((*merged[n].also_found_by, flag.rule))
            severity = flag.severity if merged[n].is_hint else merged[n].severity
            agreed = {"also_found_by": tuple(sources), "is_hint": False, "severity": severity}
            merged[n] = merged[n].model_copy(update=agreed)
        if not same:
            kinds[len(merged)] = kind
            by_path[flag.path].append(len(merged))
            merged.append(flag)
    return tuple(merged)


def _is_same(flag: Flag, kind: Kind, other: Flag, other_kind: Kind) -> bool:
    """Two findings of one tool are two, whatever they are about."""
    is_other_tool = flag.rule.partition(":")[0] != other.rule.partition(":")[0]
    return is_other_tool and overlap(flag, other) and are_alike(kind, other_kind)


def are_alike(kind: Kind, other: Kind) -> bool:
    if {*kind.cwes} & {*other.cwes}:
        return True
    return bool(kind.family) and kind.family == other.family and kind.family not in _WIDE


def overlap(flag: Flag, other: Flag) -> bool:
    if flag.line is None or other.line is None:
        return flag.line is other.line
    last, other_last = flag.end_line or flag.line, other.end_line or other.line
    return flag.line <= other_last and other.line <= last
