"""Print a report on a terminal."""

from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from luminos_core.records.report import AuditReport
from luminos_core.report.registry import PUBLISHED
from luminos_core.report.terminal.cost_view import cost_view
from luminos_core.report.terminal.directories_view import coverage_view, directories_view
from luminos_core.report.terminal.flags_view import flags_view
from luminos_core.report.terminal.ratings_view import ratings_view
from luminos_core.report.terminal.style import (
    ACCENT,
    MUTED,
    emphasised,
    escaped,
    more_in,
    page_width,
)
from luminos_core.store.run_folder import LEDGER
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import encode_name

_INDENT = 2  # columns
_BESIDE_PATHS = 40  # columns: a severity and a rule, or a rating
_DETAIL = 60  # lines of a model's text before they are wrapped


def report_console(report: AuditReport, folder: Path) -> Console:
    """Of standard output. In a pipe or a file no path is broken or cut."""
    console = Console()
    if console.is_terminal:
        return console
    paths = (str(folder), *(each.path for each in report.directories))
    places = (flag.location for flag in report.flags)
    longest = max(map(len, (*paths, *places)))
    return Console(width=max(console.width, 2 * longest + _BESIDE_PATHS))  # a row may have two


def print_report(report: AuditReport, console: Console, folder: Path | None = None) -> None:
    """In the console's width; without colour when it is no terminal. `folder`: the run's, named at
    the end."""
    console.print(_title(report, console))
    if report.policy:
        style = "bold red" if report.policy.failed else "green"
        _section(console, "", escaped(one_line(report.policy_line), style))
    _section(console, "", _brief(report))
    _section(console, "Flags", flags_view(report, console))
    if report.detailed and not report.synthesis_is_mechanical:
        _section(console, "In detail", _detail(report.detailed))
    _section(console, "Directories", directories_view(report, console))
    if report.self_ratings:
        title = "Self-ratings: confidence, the lowest first"
        _section(console, title, ratings_view(report, console))
    _section(console, "Coverage", coverage_view(report, console))
    _section(console, "Cost", cost_view(report))
    if folder is not None:
        _section(console, "Files", _files(folder))
    console.print()


def _section(console: Console, title: str, content: RenderableType) -> None:
    console.print()
    if title:
        console.print(Text(title, style=ACCENT))
    width = page_width(console)
    console.print(Padding(content, (0, _INDENT), expand=False), width=width)


def _title(report: AuditReport, console: Console) -> RenderableType:
    """Name and status over a rule in the status's colour."""
    style = "green" if report.status == "complete" else "yellow"
    elapsed = formats.elapsed(report.started_at, report.finished_at)
    left = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    title = Table.grid(left, Column(justify="right", no_wrap=True), expand=True)
    name = Text.assemble((one_line(report.name), "bold"), "  ", (one_line(report.target), MUTED))
    title.add_row(name, Text.assemble((report.status, f"bold {style}"), (f" in {elapsed}", MUTED)))
    line = "-" if console.options.ascii_only else "─"
    return Group(title, Text(line * console.width, style=style, no_wrap=True))


def _brief(report: AuditReport) -> RenderableType:
    """The first line in a style of its own when it is a warning."""
    if report.language_model and not report.incomplete_because:
        return _markdown(report.brief)
    first, _, rest = report.brief.partition("\n")
    warning = escaped(first, style="yellow" if report.incomplete_because else "italic")
    return Group(warning, Text(), _markdown(rest)) if rest.strip() else warning


def _detail(text: str) -> RenderableType:
    lines = text.strip().split("\n")
    shown = _markdown("\n".join(lines[:_DETAIL]))
    if len(lines) <= _DETAIL:
        return shown
    return Group(shown, more_in("report.md", len(lines) - _DETAIL, "line"))


def _markdown(text: str) -> RenderableType:
    """A model's paragraphs, headings in bold, and lists with hanging indents."""
    return Group(*(_line(line) for line in text.strip().split("\n")))


def _line(line: str) -> RenderableType:
    bare = line.strip()
    if bare.startswith("#"):
        return escaped(bare.lstrip("# "), style="bold")
    if bare.startswith(("- ", "* ")):
        item = Table.grid(padding=(0, 1, 0, 0))
        item.add_row(Text("-", style=MUTED), emphasised(bare[2:]))
        return item
    return emphasised(bare)


def _files(folder: Path) -> RenderableType:
    path = Text.assemble((one_line(encode_name(str(folder))), "bold"), overflow="fold")
    names = (*(rendering.file_name for rendering in PUBLISHED), LEDGER)
    return Group(path, Text(", ".join(names), style=MUTED))
