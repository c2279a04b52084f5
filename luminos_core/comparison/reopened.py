"""Flags that were resolved once, and are there again."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence

from luminos_core.comparison.history import KnownFlag
from luminos_core.flags.fingerprint import what_is_there
from luminos_core.records.flag import Flag

_TELLING = 6  # characters of a quotation that does not come again by chance


def reopened(
    found: Sequence[Flag], known: Collection[int], resolved: Sequence[KnownFlag]
) -> Mapping[int, KnownFlag]:
    """By index in `found`, without those that are `known`; each resolved one at most once."""
    left = dict(enumerate(resolved))
    new = {index: flag for index, flag in enumerate(found) if index not in known}
    again: dict[int, KnownFlag] = {}
    for key in (_itself, _in_a_moved_file) if left and new else ():
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for index, each in left.items():
            waiting[key(each.flag)].append(index)
        for index, flag in new.items():
            value = key(flag)
            if value is not None and index not in again and waiting.get(value):
                again[index] = left.pop(waiting[value].pop(0))
    return again


def _itself(flag: Flag) -> Hashable:
    return flag.fingerprint


def _in_a_moved_file(flag: Flag) -> Hashable | None:
    """Of a file that has its name, and that of its folder, somewhere else."""
    text = what_is_there(flag)
    if not (flag.quotation and flag.symbol and len(text) >= _TELLING):
        return None
    return flag.rule, text, flag.symbol, tuple(flag.path.split("/")[-2:])
