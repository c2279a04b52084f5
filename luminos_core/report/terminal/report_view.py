"""Print a report on a terminal: what is new first, on a screen. What is longer is for `verbose`,
and for the folded groups of a build server's log."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.text import Text

from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.build_log import BuildLog
from luminos_core.report.terminal.cost_view import cost_in_full
from luminos_core.report.terminal.directories_view import coverage_in_full, directories
from luminos_core.report.terminal.flags_view import all_flags, hints
from luminos_core.report.terminal.foot_view import files, foot
from luminos_core.report.terminal.news_view import news
from luminos_core.report.terminal.open_view import open_flags
from luminos_core.report.terminal.page import Page
from luminos_core.report.terminal.ratings_view import ratings
from luminos_core.report.terminal.top_view import markdown, top

_DETAIL = 60  # lines of a model's text before they are wrapped


def print_report(
    report: AuditReport,
    console: Console,
    folder: Path | None = None,
    *,
    verbose: bool = False,
    log: BuildLog | None = None,
) -> None:
    """In the console's width; without colour when it is no terminal. `folder`: the run's, named at
    the end. `log`: of the build server that shows this output."""
    page = Page(console, is_log=log is not None or not is_terminal(console))
    page.print(top(report, page))
    page.print(news(report, page))
    page.print(all_flags(report, page) if verbose else open_flags(report, page))
    for title, lines in _details(report, page) if verbose or log else ():
        page.group(title, lines, log if not verbose else None)
    page.print((Text(), *foot(report, page)))
    if folder is not None:
        page.print(files(report, folder, page))


def _details(report: AuditReport, page: Page) -> Iterator[tuple[str, Iterable[Text]]]:
    """What does not fit a screen, with its titles."""
    if report.detailed and not report.synthesis_is_mechanical:
        yield "In detail", markdown(report.detailed, page, _DETAIL)
    yield "Directories", directories(report, page)
    if report.self_ratings:
        yield "Self-ratings: confidence, the lowest first", ratings(report, page)
    yield "Coverage", coverage_in_full(report, page)
    if report.hints or report.dismissed_hints:
        yield "Hints, counted apart", hints(report, page)
    if report.cost.usage or report.models:
        yield "Cost", cost_in_full(report, page)


def is_terminal(console: Console) -> bool:
    """Not by the variables that force colours."""
    return bool(console.file.isatty())
