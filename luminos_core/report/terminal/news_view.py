"""What is new since the last run, on a terminal, and what of the old is gone."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rich.text import Text

from luminos_core.records.comparison import Change, Comparison, FactChange, FactKind
from luminos_core.records.flag import Flag, FlagCounts, FlagState
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.flags_view import flag_list, named
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_words
from luminos_core.report.terminal.style import MUTED
from luminos_core.report.terminal.wrapping import Unit, whole
from luminos_core.report.verdict import flags_in
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_NEW = 5  # flags
_REOPENED = 3
_NAMED = 3  # of those that are told in a line
_KINDS, _FACTS = 4, 2  # that have changed: kinds, and facts of each
_VALUE = 40  # characters of a version, a licence, …
_READ_LESS = 300


def news(report: AuditReport, page: Page) -> Iterator[Text]:
    """What is new comes first, then what is there again, and in a line each what is gone, what
    other rules found, what was not seen again, and what else has changed."""
    comparison = report.comparison
    if comparison is None:
        return
    new = flags_in(report, FlagState.NEW)
    yield from page.heading(f"New ({_number(new)})" if new else "Nothing new", _since(comparison))
    yield from flag_list(new, page, _NEW)
    if reopened := flags_in(report, FlagState.REOPENED):
        yield from page.heading(f"Reopened ({_number(reopened)})", "resolved before, there again")
        yield from flag_list(reopened, page, _REOPENED)
    if rows := list(_rows(report, comparison, page)):
        yield from (Text(), *rows)


def _since(comparison: Comparison) -> str:
    """ "since 2026-11-27 22:58 UTC, commit 1a2b3c4d"."""
    before = comparison.previous
    time = formats.minute(before.finished_at)
    commit = f", commit {before.version.commit[:10]}" if before.version.commit else ""
    return f"since {time}{commit}"


def _rows(report: AuditReport, comparison: Comparison, page: Page) -> Iterator[Text]:
    for label, state, remark in (
        ("Resolved", FlagState.RESOLVED, ":"),
        ("Newly checked", FlagState.NEWLY_CHECKED, " by rules that are new or changed:"),
        ("Not seen again", FlagState.UNKNOWN, ", which may still be there:"),
    ):
        if flags := flags_in(report, state):
            count = page.words(f"{_number(flags)}{remark}")
            yield from page.row(label, *count, *named(flags, page, _NAMED))
    if comparison.facts:
        yield from page.row("Changed", *_facts(comparison.facts, page))
    if comparison.read_less:
        less = first_words(one_line(comparison.read_less), _READ_LESS)
        yield from page.row("Read less", *page.words(less, "yellow"), style="yellow")


def _facts(facts: Sequence[FactChange], page: Page) -> list[Unit]:
    """ "2 directories added: docs, src/auth; 1 dependency changed: requests 2.31.0 → 2.32.0"."""
    alike: dict[tuple[str, str], list[FactChange]] = defaultdict(list)
    for fact in facts:
        alike[fact.kind, fact.change].append(fact)
    told = [_alike(each, page) for each in list(alike.values())[:_KINDS]]
    more = sum(map(len, alike.values())) - sum(len(each) for each in list(alike.values())[:_KINDS])
    return joined([*told, page.words(f"{more:,} more", MUTED)] if more else told, ";")


def _alike(facts: Sequence[FactChange], page: Page) -> list[Unit]:
    first = facts[0]
    count = page.words(f"{formats.pluralize(len(facts), first.kind)} {first.change}:")
    items = [_fact(fact, page) for fact in facts[:_FACTS]]
    more = len(facts) - _FACTS
    return [*count, *joined([*items, page.words(f"{more:,} more")] if more > 0 else items)]


def _fact(fact: FactChange, page: Page) -> list[Unit]:
    if fact.kind is FactKind.SUMMARY:  # too long for a line
        return [whole(fact.name)]
    before, after = (first_words(one_line(each), _VALUE) for each in (fact.before, fact.after))
    values = before or after
    if fact.change is Change.CHANGED:
        values = f"{before or 'none'} → {after or 'none'}"
    return [whole(fact.name), *page.words(values, MUTED)]


def _number(flags: Sequence[Flag]) -> str:
    return f"{FlagCounts.of(flags).flags.total():,}"
