"""The directories of a report on a terminal, and the coverage of the whole target."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from luminos_core.records.coverage import Coverage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.external import ToolState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_sentences
from luminos_core.report.terminal.style import MUTED, STATE_MARK, more_in
from luminos_core.report.terminal.wrapping import Unit, whole, words
from luminos_core.report.tool_line import tool_line
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.tree_paths import depth_of

_SHOWN = 30  # directories; the files have all
_LINES = 2  # of a summary, about
_BAR = 60  # columns
_LEFT_OUT = (DirectoryState.EXCLUDED, DirectoryState.SKIPPED)


def directories(report: AuditReport, page: Page) -> Iterator[Text]:
    """By path. When there are too many, the incomplete ones come first, then those nearest to the
    root."""
    rows = [each for each in report.directories if each.state is not DirectoryState.EXCLUDED]
    for outcome in _most_relevant(rows):
        yield from _directory(outcome, page)
    if len(rows) > _SHOWN:
        yield from page.text(words(more_in("report.md", len(rows) - _SHOWN, "directory")))


def coverage_in_full(report: AuditReport, page: Page) -> Iterator[Text]:
    """Directories as a bar and a legend, files in one line, the tools that did not run, gaps."""
    coverage = report.coverage
    yield _bar(coverage, page)
    yield from page.text(_legend(coverage, page))
    yield from page.text(page.words(_files(coverage)))
    if report.not_searched:
        yield from page.text(page.words(f"{report.not_searched_line}."))
    for run in (each for each in report.tools if each.state is ToolState.SKIPPED):
        yield from page.text(page.words(tool_line(run), MUTED))
    for gap in report.gaps:
        yield from page.text(page.words(f"{gap.pass_name}: {gap.reason}", "yellow"))


def _most_relevant(rows: Sequence[DirectoryOutcome]) -> list[DirectoryOutcome]:
    def rank(outcome: DirectoryOutcome) -> tuple[bool, bool, int, str]:
        left_out = outcome.state in _LEFT_OUT
        is_done = outcome.state.is_complete or left_out
        return is_done, left_out, depth_of(outcome.path), outcome.path

    return sorted(sorted(rows, key=rank)[:_SHOWN], key=lambda outcome: outcome.path)


def _directory(outcome: DirectoryOutcome, page: Page) -> Iterator[Text]:
    """Its sign and path, why it is not complete, and its summary below."""
    limit = _LINES * (page.width - 2)
    style, why = STATE_MARK[outcome.state].style, ""
    if not outcome.state.is_complete:
        reason = first_sentences(one_line(outcome.reason), limit)
        why = f"{outcome.state}: {reason}" if reason else outcome.state.value
    sign = Unit(Text(_sign(outcome.state, page), style))
    yield from page.text([sign, whole(outcome.path, "bold"), *page.words(why, style)])
    if summary := first_sentences(one_line(outcome.summary), limit):
        yield from page.text(page.emphasised(summary), indent=2)


def _sign(state: DirectoryState, page: Page) -> str:
    mark = STATE_MARK[state]
    return page.sign(mark.sign, mark.ascii)


def _bar(coverage: Coverage, page: Page) -> Text:
    """Directories by state, to scale; not the excluded ones, of which there may be far more."""
    shown = [c for c in coverage.by_state if c.count and c.name != DirectoryState.EXCLUDED]
    total = sum(count.count for count in shown)
    width = min(page.width, _BAR)
    block = page.sign("━", "#")
    bar, filled, counted = Text(), 0, 0
    for count in shown:
        counted += count.count
        until = max(filled + 1, round(width * counted / total))
        bar.append(block * (until - filled), STATE_MARK[DirectoryState(count.name)].style)
        filled = until
    return bar


def _legend(coverage: Coverage, page: Page) -> list[Unit]:
    """Each state's sign, number and name on one line."""
    shown = [DirectoryState(each.name) for each in coverage.by_state if each.count]
    counts = {each.name: each.count for each in coverage.by_state}
    signs = [Text(_sign(state, page), STATE_MARK[state].style) for state in shown]
    states = [
        [Unit(sign + Text(f" {counts[state]:,} {state}", ""))]
        for sign, state in zip(signs, shown, strict=True)
    ]
    total = Unit(Text(f"= {formats.pluralize(coverage.total, 'directory')}", MUTED))
    return [*joined(states), total]


def _files(coverage: Coverage) -> str:
    parts = ", ".join(f"{c.count:,} {c.name}" for c in coverage.files_by_state if c.count)
    return f"{formats.pluralize(coverage.files, 'file')}: {parts}" if parts else "No files."
