"""Flags on a terminal, the worst first, each with its place and its evidence."""

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from luminos_core.flags.ranking import by_severity
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.style import QUIET, SEVERITY_STYLE, plain_signs, prose
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line

_SHOWN = 15  # flags; the files have them all
_QUOTED = 3  # lines of a quotation


def flags_view(report: AuditReport, console: Console) -> RenderableType:
    """At most `_SHOWN` flags, and how many more there are and where."""
    if not report.flags:
        return _none(report)
    rows: list[RenderableType] = [_counts(report.flags)]
    for flag in report.flags[:_SHOWN]:
        rows += [Text(), _flag(flag, console)]
    more = len(report.flags) - _SHOWN
    if more > 0:
        text = f"{formats.pluralize(more, 'more flag')} in report.md and flags.jsonl"
        rows += [Text(), Text(text, style=QUIET)]
    return Group(*rows)


def _none(report: AuditReport) -> Text:
    """ "No flags" says little without what was looked at."""
    seen = formats.pluralize(report.coverage.complete, "directory", "directories")
    total = f"{report.coverage.total:,}"
    return Text(f"None in {seen} looked at completely, of {total} in all.")


def _counts(flags: tuple[Flag, ...]) -> Text:
    groups = by_severity(flags).items()
    counts = [
        Text(f"{len(group)} {severity}", SEVERITY_STYLE[severity]) for severity, group in groups
    ]
    return Text("  ").join(counts)


def _flag(flag: Flag, console: Console) -> RenderableType:
    """Severity, place and rule on one line; the finding and the quotation below."""
    head = Table.grid(expand=True, padding=(0, 2, 0, 0))
    head.add_column(width=8)
    head.add_column(ratio=1, overflow="fold")
    head.add_column(justify="right", no_wrap=True)
    rule = "" if flag.rule == "model" else one_line(flag.rule, 30)
    style = SEVERITY_STYLE[flag.severity]
    head.add_row(
        Text(flag.severity.value, style), Text(one_line(flag.location), "bold"), Text(rule, QUIET)
    )
    body = Table.grid(padding=(0, 2, 0, 0))
    body.add_column(width=8)
    body.add_column(overflow="fold")
    body.add_row("", prose(one_line(flag.finding)))
    for line in _quotation(flag, console):
        body.add_row("", line)
    return Group(head, body)


def _quotation(flag: Flag, console: Console) -> list[Text]:
    if not flag.quotation.strip():
        return []
    lines = escape_invisible(flag.quotation).expandtabs(4).strip("\n").split("\n")
    bar = "| " if plain_signs(console) else "│ "
    shown = [
        Text.assemble((bar, SEVERITY_STYLE[flag.severity]), (line, QUIET), no_wrap=True)
        for line in lines[:_QUOTED]
    ]
    for text in shown:
        text.overflow = "ellipsis"
    if len(lines) > _QUOTED:
        shown.append(Text(f"{bar}{len(lines) - _QUOTED} more lines", style=QUIET))
    if not flag.verified:
        shown.append(Text("unverified: the quotation was not found there", style="yellow"))
    return shown
