"""What has changed since the last run, as parts of a Markdown page."""

from collections.abc import Iterator
from dataclasses import dataclass

from luminos_core.flags.groups import FlagGroup, group_flags
from luminos_core.records.comparison import Change, FactChange
from luminos_core.records.flag import FlagCounts, FlagState
from luminos_core.records.report import AuditReport
from luminos_core.report.verdict import flags_in
from luminos_core.text import formats

_VALUE = 200  # characters

_STATES = (
    (FlagState.NEW, "New", ""),
    (FlagState.REOPENED, "Reopened", "Resolved before, and there again."),
    (FlagState.NEWLY_CHECKED, "Newly checked", "Found by rules that are new or changed."),
    (FlagState.UNKNOWN, "Not seen again", "They may still be there."),
    (FlagState.RESOLVED, "Resolved", ""),
)


@dataclass(frozen=True)
class NewsPart:
    """Flags of one state, of which some are shown."""

    title: str  # "New (3)"
    note: str
    groups: tuple[FlagGroup, ...]
    more: str  # "12 more in 20 places"; "" when all are shown
    is_new: bool  # these are shown with their quotations


@dataclass(frozen=True)
class News:
    since: str  # "2026-11-27 22:58 UTC, commit 1a2b3c4d5e"
    parts: tuple[NewsPart, ...]
    facts: tuple[FactChange, ...]
    more_facts: int
    read_less: str

    @property
    def has_new(self) -> bool:
        return any(part.is_new for part in self.parts)


def news_of(report: AuditReport, shown: int) -> News | None:
    """With at most so many flags of a state, and facts; None when there was no run to compare
    with."""
    if report.comparison is None:
        return None
    before = report.comparison.previous
    commit = f", commit {before.version.commit[:10]}" if before.version.commit else ""
    facts = report.comparison.facts
    return News(
        since=f"{formats.minute(before.finished_at)}{commit}",
        parts=tuple(_parts(report, shown)),
        facts=facts[:shown],
        more_facts=max(0, len(facts) - shown),
        read_less=report.comparison.read_less,
    )


def fact_values(fact: FactChange) -> str:
    """ "2.31.0 → 2.32.0", "2.31.0 → none"; of what is new or gone, what it is or was."""
    before, after = fact.before[:_VALUE], fact.after[:_VALUE]
    if fact.change is Change.CHANGED:
        return f"{before or 'none'} → {after or 'none'}"
    return before or after


def _parts(report: AuditReport, shown: int) -> Iterator[NewsPart]:
    for state, title, note in _STATES:
        if flags := flags_in(report, state):
            groups = group_flags(flags)
            rest = FlagCounts.of(flag for group in groups[shown:] for flag in group.flags)
            more = f"{rest.flags.total():,} more{rest.in_places}" if groups[shown:] else ""
            counted = f"{title} ({len(groups):,})"
            yield NewsPart(counted, note, groups[:shown], more, state is FlagState.NEW)
