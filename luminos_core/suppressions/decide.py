"""Which of a run's flags are suppressed, by which entry, and what to say of the entries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from luminos_core.records.flag import Flag
from luminos_core.records.suppression import (
    RemarkKind,
    Suppression,
    SuppressionFile,
    SuppressionRemark,
)
from luminos_core.suppressions.entries import Entries
from luminos_core.text import formats


@dataclass(frozen=True)
class Decided:
    flags: tuple[Flag, ...]  # that count
    unverified: tuple[Flag, ...]
    suppressed: tuple[Flag, ...]
    remarks: tuple[SuppressionRemark, ...] = ()
    unmatched: tuple[Suppression, ...] = ()  # about no flag at all, and still in force


def decide(
    flags: Sequence[Flag],
    unverified: Sequence[Flag],
    meant: Sequence[Flag],
    file: SuppressionFile,
    today: date,
) -> Decided:
    """Flags have their fingerprints. `meant`: suppressed ones, which stay so."""
    if not file.entries:
        return Decided(tuple(flags), tuple(unverified), tuple(meant), file.remarks)
    matches = _Matches(file.entries, (*flags, *unverified, *meant), today)
    counted = tuple(flag for flag in flags if matches.entry_of(flag) is None)
    claims = tuple(flag for flag in unverified if matches.entry_of(flag) is None)
    found = [_suppressed(flag, matches.entry_of(flag)) for flag in (*flags, *unverified)]
    suppressed = (*meant, *(flag for flag in found if flag.suppressed))
    return Decided(
        flags=counted,
        unverified=claims,
        suppressed=suppressed,
        remarks=(*file.remarks, *matches.remarks((*counted, *claims))),
        unmatched=tuple(matches.unmatched()),
    )


class _Matches:
    """Of the entries with all flags of a run."""

    def __init__(self, entries: Sequence[Suppression], flags: Iterable[Flag], today: date) -> None:
        self._entries = entries
        self._marks: dict[int, set[str]] = defaultdict(set)
        lookup = Entries(entries)
        self._numbers = {flag.fingerprint: lookup.about(flag) for flag in flags}
        for mark, numbers in self._numbers.items():
            for number in numbers:
                self._marks[number].add(mark)
        self._expired = {n for n, each in enumerate(entries) if each.until and each.until < today}
        self._ambiguous = {
            number
            for number, marks in self._marks.items()
            if entries[number].fingerprint and len(marks) > 1
        }

    def entry_of(self, flag: Flag) -> Suppression | None:
        """The first in force that is about it."""
        numbers = self._numbers[flag.fingerprint]
        known = (n for n in numbers if n not in self._expired and n not in self._ambiguous)
        number = next(known, None)
        return None if number is None else self._entries[number]

    def remarks(self, counted: Sequence[Flag]) -> Iterator[SuppressionRemark]:
        """`counted`: flags that no entry suppresses."""
        for number in sorted(self._ambiguous - self._expired):
            entry, marks = self._entries[number], len(self._marks[number])
            text = f"{entry.fingerprint} begins the fingerprints of {marks} flags; give more digits"
            yield SuppressionRemark(kind=RemarkKind.WRONG, place=entry.place, text=text)
        again: Counter[int] = Counter()
        for flag in counted:
            again.update(dict.fromkeys(self._numbers[flag.fingerprint], flag.places))
        for number in sorted(self._expired):
            yield _expired(self._entries[number], again[number])

    def unmatched(self) -> Iterator[Suppression]:
        for number, entry in enumerate(self._entries):
            if number not in self._expired and not self._marks.get(number):
                yield entry


def _expired(entry: Suppression, places: int) -> SuppressionRemark:
    verb = "counts" if places == 1 else "count"
    what = f"{formats.pluralize(places, 'place')} of {entry.text} {verb} again"
    text = f"it ended on {entry.until}; {what if places else f'nothing of {entry.text} is left'}"
    return SuppressionRemark(kind=RemarkKind.EXPIRED, place=entry.place, text=text)


def _suppressed(flag: Flag, entry: Suppression | None) -> Flag:
    if entry is None:
        return flag
    return flag.model_copy(update={"suppressed": f"{entry.by}: {entry.reason}"})
