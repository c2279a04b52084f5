"""The first lines of a report on a terminal: title, warnings, the verdict, and what it is about."""

from collections.abc import Iterator

from rich.text import Text

from luminos_core.records.flag import FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.report.opening import about, is_whole, opening
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.shorten import first_sentences, first_words
from luminos_core.report.terminal.style import MUTED, more_in
from luminos_core.report.terminal.wrapping import whole, words
from luminos_core.report.verdict import flags_in, verdict_sentence
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_WARNING = 6  # lines, about
_OFFLINE = "No language model was used: this is what documents, structure and rules tell."
_PARAGRAPH = 2  # lines of one, about
_ABOUT, _ABOUT_NIGHTLY = 5, 2  # lines of what the target is


def top(report: AuditReport, page: Page) -> Iterator[Text]:
    yield from _title(report, page)
    if warning := _warning(report):
        yield from page.text(page.words(first_words(warning, _WARNING * page.width), "bold yellow"))
    if not report.language_model:
        yield from page.text(page.words(_OFFLINE, MUTED))
    if report.policy:
        style = "bold red" if report.policy.failed else "green"
        yield from page.text(page.words(report.policy_line, style))
    yield from page.text(page.words(verdict_sentence(report), _verdict_style(report)))
    if shown := _about(report, page):
        yield from (Text(), *shown)


def markdown(text: str, page: Page, most: int) -> Iterator[Text]:
    """A model's paragraphs, headings in bold, and lists; of at most so many of its lines."""
    lines = text.strip().split("\n")
    for line in lines[:most]:
        yield from _line(line, page)
    if len(lines) > most:
        yield from page.text(words(more_in("report.md", len(lines) - most, "line")))


def _title(report: AuditReport, page: Page) -> Iterator[Text]:
    """Name, status, commit and target over a rule in the status's colour."""
    style = "green" if report.status == "complete" else "yellow"
    version = " ".join(filter(None, (report.version.branch, report.version.commit[:10])))
    elapsed = f"in {formats.elapsed(report.started_at, report.finished_at)}"
    parts = (
        [*page.words(report.status, f"bold {style}"), *page.words(elapsed, MUTED)],
        page.words(version, MUTED),
        [whole(report.target, MUTED)],
    )
    name = whole(report.name, "bold").text + Text("  ")
    yield from page.text(joined([part for part in parts if part]), label=name)
    yield Text(page.sign("─", "-") * page.width, style)


def _warning(report: AuditReport) -> str:
    """Why the run is incomplete, or not whole; "" when it is."""
    if report.incomplete_because:
        return f"Incomplete audit: {'; '.join(map(one_line, report.incomplete_because))}."
    return "" if is_whole(report) else one_line(opening(report))


def _verdict_style(report: AuditReport) -> str:
    """By the worst of what is new, or of all without a run to compare with."""
    flags = flags_in(report, FlagState.NEW) if report.comparison else report.flags
    worst = {flag.severity for flag in flags}
    if Severity.CRITICAL in worst:
        return "bold red"
    is_well = report.status == "complete" and Severity.CONCERN not in worst
    return "bold green" if is_well else "bold yellow"


def _about(report: AuditReport, page: Page) -> list[Text]:
    """The first paragraphs and items of the brief that fit. Its opening says what the lines above
    and below say."""
    most = _ABOUT_NIGHTLY if report.comparison else _ABOUT
    shown: list[Text] = []
    for line in filter(None, map(one_line, about(report).split("\n"))):
        lines = _line(first_sentences(line, _PARAGRAPH * (page.width - 2)), page)
        if shown and len(shown) + len(lines) > most:
            break
        shown += lines
    return shown


def _line(line: str, page: Page) -> list[Text]:
    bare = line.strip()
    if bare.startswith("#"):
        return page.text(page.words(bare.lstrip("# "), "bold"))
    if bare.startswith(("- ", "* ")):
        return page.text(page.emphasised(bare[2:]), label=Text("- ", MUTED), indent=2)
    return page.text(page.emphasised(bare))
