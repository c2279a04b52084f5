"""Flags as lists show them: what one rule says of one file is there once, with all its places."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from luminos_core.records.flag import Flag, FlagSource

_FILES = 3  # of which a rule's flags are shown each for itself
_LINES = 12  # named


@dataclass(frozen=True)
class FlagGroup:
    """Flags that say the same, in the order of the list; never empty."""

    flags: tuple[Flag, ...]

    @property
    def first(self) -> Flag:
        return self.flags[0]

    @property
    def known_line(self) -> str:
        """What is remembered of the first, when something is of every one."""
        return self.first.known_line if all(flag.known for flag in self.flags) else ""

    @property
    def places(self) -> int:
        return sum(flag.places for flag in self.flags)

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(flag.path for flag in self.flags))

    @property
    def elsewhere(self) -> str:
        """Where else it was found, in a clause: "8 places: lines 3, 9, 12, …", "14 places in 5
        files". "" for a single place."""
        if self.places == 1:
            return ""
        places = f"{self.places:,} places"
        if len(self.files) > 1:
            return f"{places} in {len(self.files):,} files"
        lines = list(dict.fromkeys(flag.line for flag in self.flags if flag.line))
        named = ", ".join(map(str, lines[:_LINES]))
        more = ", …" if len(lines) > _LINES or self.first.more else ""
        noun = "line" if len(lines) == 1 and not more else "lines"
        return f"{places}: {noun} {named}{more}" if lines else places


def group_flags(flags: Iterable[Flag]) -> tuple[FlagGroup, ...]:
    """A group for each flag that `FlagCounts` counts, in the order of its first place."""
    groups: dict[tuple[str, ...], list[Flag]] = defaultdict(list)
    for flag in flags:
        groups[flag.group].append(flag)
    return tuple(FlagGroup(tuple(group)) for group in groups.values())


def fold_groups(groups: Iterable[FlagGroup]) -> tuple[FlagGroup, ...]:
    """For a short list: a check's rule that has flags in more than three files is there once; those
    that come last among their severity are not among the others of their rule."""
    folded: dict[tuple[object, ...], list[FlagGroup]] = defaultdict(list)
    for group in groups:
        first = group.first
        is_check = first.source is not FlagSource.MODEL
        is_last = first.is_lowered or first.is_dismissed
        alike = (first.severity, first.rule, is_last) if is_check else first.group
        folded[alike].append(group)
    rows = [
        [FlagGroup(tuple(flag for group in alike for flag in group.flags))]
        if len(alike) > _FILES
        else alike
        for alike in folded.values()
    ]
    return tuple(group for row in rows for group in row)
