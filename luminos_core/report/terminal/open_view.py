"""The worst flags that are open beside the new ones, on a terminal."""

from collections.abc import Iterator

from rich.text import Text

from luminos_core.records.flag import FlagCounts, FlagState
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.flags_view import flag_list, named, no_flags
from luminos_core.report.terminal.page import Page
from luminos_core.report.verdict import flags_in

_FIRST = 5  # flags of a run that is compared with no other
_OPEN, _OPEN_BESIDE_NEWS = 5, 3
_NAMED = 3
_TOLD_ABOVE = (FlagState.NEW, FlagState.REOPENED)


def open_flags(report: AuditReport, page: Page) -> Iterator[Text]:
    """Without a run to compare with, the worst of all."""
    if report.comparison is None:
        yield from page.heading("Flags", "the worst first" if report.flags else "")
        yield from flag_list(report.flags, page, _FIRST) if report.flags else no_flags(report, page)
    else:
        yield from _beside_news(report, page)
    if unverified := report.unverified_flags:
        count = page.words(f"{report.unverified_count}:", "yellow")
        row = page.row("Unverified", *count, *named(unverified, page, _NAMED), style="yellow")
        yield from (Text(), *row)


def _beside_news(report: AuditReport, page: Page) -> Iterator[Text]:
    flags = [flag for flag in report.flags if flag.state not in _TOLD_ABOVE]
    if not flags:
        return
    counts = FlagCounts.of(flags)
    told = any(flags_in(report, state) for state in _TOLD_ABOVE)
    title = f"{'Also open' if told else 'Open'} ({counts.flags.total():,})"
    yield from page.heading(title, "the worst first")
    yield from flag_list(flags, page, _OPEN_BESIDE_NEWS if told else _OPEN, quoted=0)
