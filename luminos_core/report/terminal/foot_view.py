"""The last lines of a report on a terminal: hot spots, owners, coverage, cost and files."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from luminos_core.flags.groups import group_flags
from luminos_core.records.coverage import Coverage, FileState
from luminos_core.records.directory import DirectoryState
from luminos_core.records.external import ToolState
from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import RequirementState
from luminos_core.records.snapshot import Count, HotSpot
from luminos_core.report.council_line import council_line
from luminos_core.report.kept_results import kept_results
from luminos_core.report.memory_line import memory_line
from luminos_core.report.question_line import question_line
from luminos_core.report.registry import PUBLISHED
from luminos_core.report.requirement_line import requirement_line
from luminos_core.report.suppressed import remark_line, suppressed_line
from luminos_core.report.terminal.cost_view import total_cost
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_words
from luminos_core.report.terminal.style import MUTED
from luminos_core.report.terminal.wrapping import Unit, whole
from luminos_core.report.tool_line import tool_line
from luminos_core.store.run_folder import LEDGER
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import encode_name

_NAMED = 3
_TEXT = 300  # characters
_REMARKS = 3  # on suppressions files
_MARKDOWN = "report.md"


def foot(report: AuditReport, page: Page) -> Iterator[Text]:
    """All but the files."""
    if spots := report.scan.history.hot_spots:
        yield from page.row("Hot spots", *joined([_spot(each, page) for each in spots[:_NAMED]]))
    if line := question_line(report):
        yield from page.row("Questions", *page.words(one_line(line, _TEXT), "bold yellow"))
    yield from _requirements(report, page)
    yield from _council(report, page)
    if owners := _owners(report):
        yield from page.row("Owners", *page.words(owners))
    yield from page.row("Coverage", *page.words(_coverage(report)))
    yield from _remarks(report, page)
    if report.language_model and report.complexity:
        yield from page.row("Complexity", *page.words(report.complexity.line))
    yield from page.row("Cost", *total_cost(report, page))
    if line := memory_line(report):
        yield from page.row("Memory", *page.words(line))


def files(report: AuditReport, folder: Path, page: Page) -> Iterator[Text]:
    """Where the whole report is, and how an incomplete run goes on."""
    if report.status == "incomplete":
        goes_on = page.words("goes on with this run; what is complete is not paid for again", MUTED)
        yield from page.row("Retry", whole(f"luminos retry {report.run_id}", "bold"), *goes_on)
    place = encode_name(str(folder))
    yield from page.row("Files", whole(f"{place}/{_MARKDOWN}", "bold"))
    others = [each.file_name for each in PUBLISHED if each.file_name != _MARKDOWN]
    yield from page.row(
        "", *page.words(f"beside it {', '.join((*others, LEDGER))}; -v prints more", MUTED)
    )


def _requirements(report: AuditReport, page: Page) -> Iterator[Text]:
    if line := requirement_line(report):
        is_unmet = any(each.state is RequirementState.UNMET for each in report.requirements)
        yield from page.row("Requirements", *page.words(line, "bold red" if is_unmet else ""))


def _council(report: AuditReport, page: Page) -> Iterator[Text]:
    if (council := report.council) and (line := council_line(council)):
        style = "" if council.is_agreed else "yellow"
        yield from page.row("Council", *page.words(first_words(one_line(line), _TEXT), style))


def _spot(spot: HotSpot, page: Page) -> list[Unit]:
    """ "src/app.py (120 commits, 1,536 lines, mostly by Ann)"."""
    size = f"{formats.pluralize(spot.commits, 'commit')}, {formats.pluralize(spot.lines, 'line')}"
    by = f", mostly by {first_words(one_line(spot.author), _TEXT)}" if spot.share > 0.5 else ""
    return [whole(spot.path), *page.words(f"({size}{by})", MUTED)]


def _owners(report: AuditReport) -> str:
    """ "of flags: Ann 5, Bob 2; 7 authors, bus factor 2"."""
    counts = Counter(each.first.owner for each in group_flags(report.flags) if each.first.owner)
    shown = [f"{first_words(one_line(name), 60)} {n:,}" for name, n in counts.most_common(_NAMED)]
    more = [f"{len(counts) - _NAMED:,} more"] if len(counts) > _NAMED else []
    history = report.scan.history
    authors = formats.pluralize(history.author_count, "author")
    known = f"{authors}, bus factor {history.bus_factor}" if history.author_count else ""
    flagged = f"of flags: {', '.join((*shown, *more))}" if shown else ""
    return "; ".join(filter(None, (flagged, known)))


def _coverage(report: AuditReport) -> str:
    """ "48 of 51 directories looked at completely, 3 excluded; 212 of 222 files described, …"."""
    coverage = report.coverage
    directories = formats.pluralize(coverage.total, "directory")
    left = [each for each in coverage.by_state if not DirectoryState(each.name).is_complete]
    looked = f"{coverage.complete_directories:,} of {directories} looked at completely"
    described, others = _described(coverage)
    files = f"{described:,} of {formats.pluralize(coverage.files, 'file')} described"
    parts = (", ".join((looked, *_counted(left))), ", ".join((files, *_counted(others))))
    return "; ".join(parts if coverage.files else parts[:1])


def _described(coverage: Coverage) -> tuple[int, list[Count]]:
    by_state = coverage.files_by_state
    described = sum(each.count for each in by_state if each.name == FileState.DESCRIBED)
    return described, [each for each in by_state if each.name != FileState.DESCRIBED]


def _counted(counts: list[Count]) -> list[str]:
    return [f"{each.count:,} {each.name}" for each in counts if each.count]


def _remarks(report: AuditReport, page: Page) -> Iterator[Text]:
    """What was not read, of which models results were kept, and what other tools said."""
    if report.not_read:
        yield from page.row("Not read", *page.words(first_words(one_line(report.not_read), _TEXT)))
    for line in kept_results(report):
        yield from page.row("", *page.words(f"{line}."))
    runs = [each for each in report.tools if each.state is not ToolState.SKIPPED]
    for run in runs:
        style = "yellow" if run.state is ToolState.UNKNOWN else ""
        line = first_words(one_line(tool_line(run)), _TEXT)
        yield from page.row("Tool", *page.words(line, style))
    if report.suppressed_flags:
        yield from page.row("Suppressed", *page.words(_suppressed(report)))
    for remark in report.suppression_remarks[:_REMARKS]:
        line = first_words(one_line(remark_line(remark)), _TEXT)
        yield from page.row("Suppressions", *page.words(line, "yellow"))


def _suppressed(report: AuditReport) -> str:
    return suppressed_line(report).removeprefix("Suppressed: ")
