"""Flags on a terminal, the worst first, each with its location and evidence."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from luminos_core.flags.groups import FlagGroup, fold_groups, group_flags
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.report import AuditReport
from luminos_core.report.suppressed import remark_line, suppressed_line
from luminos_core.report.terminal.style import (
    MUTED,
    SEVERITY_STYLE,
    emphasised,
    escaped,
    more_in,
    severity_counts,
)
from luminos_core.text import formats
from luminos_core.text.escape import escape_invisible, one_line

_SHOWN = 15  # flags; the files have all
_REMARKS = 5
_QUOTED = 3  # lines of a quotation


def flags_view(report: AuditReport, console: Console) -> RenderableType:
    """Those whose quotation was not found come last, and are counted apart."""
    counts = FlagCounts.of(report.flags)
    rows: list[RenderableType] = [severity_counts(counts) if report.flags else _none(report)]
    rows += _shown(report.flags, console)
    if report.unverified_flags:
        rows += [Text(), Text(report.unverified_count, style="yellow")]
        rows += _shown(report.unverified_flags, console)
    if report.suppressed_flags or report.suppression_remarks:
        rows += [Text(), *_suppressions(report)]
    return Group(*rows)


def _suppressions(report: AuditReport) -> list[Text]:
    """What is counted nowhere else, and what is wrong with it: that first."""
    lines = [escaped(suppressed_line(report), "dim")] if report.suppressed_flags else []
    remarks = report.suppression_remarks
    lines += [escaped(one_line(remark_line(each)), "yellow") for each in remarks[:_REMARKS]]
    if len(remarks) > _REMARKS:
        lines.append(more_in("report.md", len(remarks) - _REMARKS, "remark"))
    return lines


def _none(report: AuditReport) -> Text:
    total = report.coverage.total  # without it, "none" says little
    complete = formats.pluralize(report.coverage.complete_directories, "directory")
    return Text(f"None in {complete} looked at completely, of {total:,} in all.")


def _shown(flags: Sequence[Flag], console: Console) -> list[RenderableType]:
    rows: list[RenderableType] = []
    groups = fold_groups(group_flags(flags))
    for group in groups[:_SHOWN]:
        rows += [Text(), _group(group, console)]
    left_out = FlagCounts.of(flag for group in groups[_SHOWN:] for flag in group.flags)
    if more := left_out.flags.total():
        line = more_in("report.md and flags.jsonl", more, "flag", left_out.in_places)
        rows += [Text(), line]
    return rows


def _group(group: FlagGroup, console: Console) -> RenderableType:
    """Severity, location and rule on one line; the finding, the quotation and how many other
    places there are below."""
    flag = group.first
    location, rule = Column(ratio=1, overflow="fold"), Column(justify="right", no_wrap=True)
    head = Table.grid(Column(width=8), location, rule, expand=True, padding=(0, 2, 0, 0))
    head.add_row(
        Text("claim", MUTED) if flag.is_doubted else _severity(flag),
        Text(one_line(flag.location), "bold"),
        Text("" if flag.rule == "model" else one_line(flag.rule, 30), MUTED),
    )
    body = Table.grid(Column(width=8), Column(overflow="fold"), padding=(0, 2, 0, 0))
    for line in (emphasised(one_line(flag.finding)), *_quotation(flag, console), *_places(group)):
        body.add_row("", line)
    return Group(head, body)


def _places(group: FlagGroup) -> list[Text]:
    lines = [group.elsewhere]
    if also := group.first.also_found_by:
        lines.append(f"also found by {one_line(formats.listed(also))}")
    return [escaped(line, MUTED) for line in lines if line]


def _severity(flag: Flag) -> Text:
    return Text(flag.severity.value, SEVERITY_STYLE[flag.severity])


def _quotation(flag: Flag, console: Console) -> list[Text]:
    if not flag.quotation.strip():
        return [escaped(one_line(flag.doubt), "yellow")] if flag.doubt else []
    lines = escape_invisible(flag.quotation).expandtabs(4).strip("\n").split("\n")
    bar = "| " if console.options.ascii_only else "│ "
    style = MUTED if flag.is_doubted else SEVERITY_STYLE[flag.severity]
    shown = [
        Text.assemble((bar, style), (line, MUTED), no_wrap=True, overflow="ellipsis")
        for line in lines[:_QUOTED]
    ]
    if len(lines) > _QUOTED:
        shown.append(Text(f"{bar}{len(lines) - _QUOTED} more lines", style=MUTED))
    if flag.is_doubted:
        shown.append(Text("unverified: the quotation was not found there", style="yellow"))
    return shown
