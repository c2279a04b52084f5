"""Flags on a terminal, the worst first, each with its location and evidence."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from luminos_core.flags.ranking import by_severity
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport, Coverage
from luminos_core.report.terminal.style import MUTED, SEVERITY_STYLE, emphasised
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line

_SHOWN = 15  # flags; the files have all
_QUOTED = 3  # lines of a quotation


def flags_view(report: AuditReport, console: Console) -> RenderableType:
    if not report.flags:
        return _none(report.coverage)
    rows: list[RenderableType] = [_counts(report.flags)]
    for flag in report.flags[:_SHOWN]:
        rows += [Text(), _flag(flag, console)]
    more = len(report.flags) - _SHOWN
    if more > 0:
        text = f"{formats.pluralize(more, 'more flag')} in report.md and flags.jsonl"
        rows += [Text(), Text(text, style=MUTED)]
    return Group(*rows)


def _none(coverage: Coverage) -> Text:
    """With the coverage, without which "none" says little."""
    complete = formats.pluralize(coverage.complete_directories, "directory", "directories")
    return Text(f"None in {complete} looked at completely, of {coverage.total:,} in all.")


def _counts(flags: tuple[Flag, ...]) -> Text:
    return Text("  ").join(
        Text(f"{len(group)} {severity}", SEVERITY_STYLE[severity])
        for severity, group in by_severity(flags).items()
    )


def _flag(flag: Flag, console: Console) -> RenderableType:
    """Severity, location and rule on one line; the finding and the quotation below."""
    head = Table.grid(expand=True, padding=(0, 2, 0, 0))
    head.add_column(width=8)
    head.add_column(ratio=1, overflow="fold")
    head.add_column(justify="right", no_wrap=True)
    head.add_row(
        Text(flag.severity.value, SEVERITY_STYLE[flag.severity]),
        Text(one_line(flag.location), "bold"),
        Text("" if flag.rule == "model" else one_line(flag.rule, 30), MUTED),
    )
    body = Table.grid(padding=(0, 2, 0, 0))
    body.add_column(width=8)
    body.add_column(overflow="fold")
    for line in (emphasised(one_line(flag.finding)), *_quotation(flag, console)):
        body.add_row("", line)
    return Group(head, body)


def _quotation(flag: Flag, console: Console) -> list[Text]:
    if not flag.quotation.strip():
        return []
    lines = escape_invisible(flag.quotation).expandtabs(4).strip("\n").split("\n")
    bar = "| " if console.options.ascii_only else "│ "
    style = SEVERITY_STYLE[flag.severity]
    shown = [
        Text.assemble((bar, style), (line, MUTED), no_wrap=True, overflow="ellipsis")
        for line in lines[:_QUOTED]
    ]
    if len(lines) > _QUOTED:
        shown.append(Text(f"{bar}{len(lines) - _QUOTED} more lines", style=MUTED))
    if not flag.verified:
        shown.append(Text("unverified: the quotation was not found there", style="yellow"))
    return shown
