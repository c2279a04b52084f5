"""The directories of a report on a terminal, and the coverage of the whole target."""

import re
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from luminos_core.records.coverage import Coverage
from luminos_core.records.directory import DirectoryState
from luminos_core.records.external import ToolRun, ToolState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.report.kept_results import kept_results
from luminos_core.report.terminal.style import (
    MUTED,
    STATE_MARK,
    emphasised,
    escaped,
    more_in,
    page_width,
    state_mark,
)
from luminos_core.report.tool_line import tool_line
from luminos_core.text import formats
from luminos_core.text.escape import one_line
from luminos_core.text.tree_paths import depth_of

_SHOWN = 30  # rows; the files have all
_LINES = 2  # of a summary, about
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z`*])")
_LEFT_OUT = (DirectoryState.EXCLUDED, DirectoryState.SKIPPED)


def directories_view(report: AuditReport, console: Console) -> RenderableType:
    """The directories by path. When there are too many, the incomplete ones come first, then those
    nearest to the root."""
    rows = [o for o in report.directories if o.state is not DirectoryState.EXCLUDED]
    width, longest = page_width(console), max((len(o.path) for o in rows), default=0)
    path_width = max(16, min(width // 3, longest) if console.is_terminal else longest)
    limit = max(40, _LINES * (width - path_width - 9))
    path, summary = Column(overflow="fold", max_width=path_width), Column(ratio=1, overflow="fold")
    table = Table.grid(Column(width=1), path, summary, padding=(0, 2, 0, 0), expand=True)
    for outcome in _most_relevant(rows):
        name = escaped(one_line(outcome.path), style="bold" if outcome.path == "." else "")
        table.add_row(state_mark(outcome.state, console), name, _summary(outcome, limit))
    if len(rows) <= _SHOWN:
        return table
    return Group(table, more_in("report.md", len(rows) - _SHOWN, "directory"))


def coverage_view(report: AuditReport, console: Console) -> RenderableType:
    """Directories as a bar and a legend, files in one line, whose results were kept, the gaps."""
    coverage = report.coverage
    return Group(
        _bar(coverage, console),
        _legend(coverage, console),
        _files(coverage),
        *(escaped(f"{line}.") for line in kept_results(report)),
        *map(_tool, report.tools),
        *(escaped(f"{gap.pass_name}: {one_line(gap.reason)}", "yellow") for gap in report.gaps),
    )


def _tool(run: ToolRun) -> Text:
    style = {ToolState.UNKNOWN: "yellow", ToolState.SKIPPED: MUTED}.get(run.state, "")
    return escaped(one_line(tool_line(run)), style)


def _most_relevant(rows: Sequence[DirectoryOutcome]) -> list[DirectoryOutcome]:
    def rank(outcome: DirectoryOutcome) -> tuple[bool, bool, int, str]:
        left_out = outcome.state in _LEFT_OUT
        is_done = outcome.state.is_complete or left_out
        return is_done, left_out, depth_of(outcome.path), outcome.path

    return sorted(sorted(rows, key=rank)[:_SHOWN], key=lambda outcome: outcome.path)


def _summary(outcome: DirectoryOutcome, limit: int) -> Text:
    """Why the directory is incomplete, then its summary; at most `limit` characters of each."""
    summary = emphasised(_first_sentences(one_line(outcome.summary), limit))
    if outcome.state.is_complete:
        return summary
    reason = one_line(outcome.reason, limit)
    state = escaped(f"{outcome.state}: {reason}" if reason else outcome.state.value)
    state.stylize(STATE_MARK[outcome.state].style)
    return Text("\n").join((state, summary)) if outcome.summary else state


def _first_sentences(line: str, limit: int) -> str:
    """The first sentences that fit; the first words when not even one does."""
    kept, *others = _SENTENCE_END.split(line)
    for sentence in others:
        if len(kept) + 1 + len(sentence) > limit:
            break
        kept = f"{kept} {sentence}"
    if len(kept) <= limit:
        return kept
    words = kept[: limit - 1].rpartition(" ")[0]
    if words.count("`") % 2:  # cut within code, whose end is gone
        words = words.rpartition("`")[0]
    return words.rstrip(",;: ") + "…"


def _bar(coverage: Coverage, console: Console) -> Text:
    """Directories by state, to scale; not the excluded ones, of which there may be far more."""
    shown = [c for c in coverage.by_state if c.count and c.name != DirectoryState.EXCLUDED]
    total = sum(count.count for count in shown)
    width = min(console.width - 4, 60)
    block = "#" if console.options.ascii_only else "━"
    bar, filled, counted = Text(), 0, 0
    for count in shown:
        counted += count.count
        until = max(filled + 1, round(width * counted / total))
        bar.append(block * (until - filled), STATE_MARK[DirectoryState(count.name)].style)
        filled = until
    return bar


def _legend(coverage: Coverage, console: Console) -> RenderableType:
    entries = [
        Text.assemble(state_mark(DirectoryState(c.name), console), f" {c.count:,} {c.name}")
        for c in coverage.by_state
        if c.count
    ]
    total = formats.pluralize(coverage.total, "directory")
    return Columns((*entries, Text(f"= {total}", style=MUTED)), padding=(0, 2))


def _files(coverage: Coverage) -> Text:
    parts = ", ".join(f"{c.count:,} {c.name}" for c in coverage.files_by_state if c.count)
    return Text(f"{formats.pluralize(coverage.files, 'file')}: {parts}" if parts else "No files.")
