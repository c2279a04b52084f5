"""What was looked at, on a terminal: the directories, and how the whole target is covered."""

import re
from collections.abc import Sequence

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport, Coverage, DirectoryOutcome
from luminos_core.records.snapshot import Count
from luminos_core.report.terminal.style import (
    MEASURE,
    QUIET,
    STATE_MARK,
    mark,
    plain_signs,
    prose,
    words,
)
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_SHOWN = 30  # rows; the files have them all
_LINES = 2  # of a summary, about
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=[A-Z`*])")
_INDIFFERENT = (DirectoryState.EXCLUDED, DirectoryState.SKIPPED)


def directories_view(report: AuditReport, console: Console) -> RenderableType:
    """The tree's directories by path; when there are too many, the incomplete ones first and then
    the ones nearest to the root."""
    rows = [o for o in report.directories if o.state is not DirectoryState.EXCLUDED]
    width = min(console.width, MEASURE)
    named = max(16, min(width // 3, max((len(o.path) for o in rows), default=0)))
    limit = max(40, _LINES * (width - named - 9))
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(width=1)
    table.add_column(overflow="fold", max_width=named)
    table.add_column(ratio=1, overflow="fold")
    for outcome in _most_telling(rows):
        path = words(one_line(outcome.path), style="bold" if outcome.path == "." else "")
        table.add_row(mark(outcome.state, console), path, _budget(outcome, limit))
    if len(rows) <= _SHOWN:
        return table
    more = formats.pluralize(len(rows) - _SHOWN, "more directory", "more directories")
    return Group(table, Text(f"{more} in report.md", style=QUIET))


def coverage_view(report: AuditReport, console: Console) -> RenderableType:
    """Directories as a bar and a legend, files in one line; both add up."""
    coverage = report.coverage
    return Group(
        _bar(coverage, console),
        _legend(coverage, console),
        _files(coverage),
        *(words(f"{gap.pass_name}: {one_line(gap.reason)}", "yellow") for gap in report.gaps),
    )


def _most_telling(rows: Sequence[DirectoryOutcome]) -> list[DirectoryOutcome]:
    def weight(outcome: DirectoryOutcome) -> tuple[bool, bool, int, str]:
        settled = outcome.state.is_complete or outcome.state in _INDIFFERENT
        depth = 0 if outcome.path == "." else outcome.path.count("/") + 1
        return settled, outcome.state in _INDIFFERENT, depth, outcome.path

    return sorted(sorted(rows, key=weight)[:_SHOWN], key=lambda outcome: outcome.path)


def _budget(outcome: DirectoryOutcome, limit: int) -> Text:
    """What it is, after what is wrong with it; at most `limit` characters of each."""
    summary = prose(_gist(one_line(outcome.summary), limit))
    if outcome.state.is_complete:
        return summary
    reason = one_line(outcome.reason, limit)
    trouble = words(f"{outcome.state}: {reason}" if reason else outcome.state.value)
    trouble.stylize(STATE_MARK[outcome.state].style)
    return Text("\n").join((trouble, summary)) if outcome.summary else trouble


def _gist(line: str, limit: int) -> str:
    """The first sentences that fit, whole; of a first one that does not, its first words."""
    kept, *others = _SENTENCE_END.split(line)
    for sentence in others:
        if len(kept) + 1 + len(sentence) > limit:
            break
        kept = f"{kept} {sentence}"
    if len(kept) <= limit:
        return kept
    words_that_fit = kept[: limit - 1].rpartition(" ")[0]
    if words_that_fit.count("`") % 2:  # cut within code, whose end is gone
        words_that_fit = words_that_fit.rpartition("`")[0]
    return words_that_fit.rstrip(",;: ") + "…"


def _bar(coverage: Coverage, console: Console) -> Text:
    """The tree's directories by state, to scale; an excluded tree would crowd them out."""
    shown = [c for c in coverage.by_state if c.count and c.name != DirectoryState.EXCLUDED]
    total = sum(count.count for count in shown)
    width = min(console.width - 4, 60)
    block = "#" if plain_signs(console) else "━"
    bar, filled, counted = Text(), 0, 0
    for count in shown:
        counted += count.count
        until = max(filled + 1, round(width * counted / total))
        bar.append(block * (until - filled), STATE_MARK[DirectoryState(count.name)].style)
        filled = until
    return bar


def _legend(coverage: Coverage, console: Console) -> RenderableType:
    """Each state with its count, and the sum."""
    entries = [_entry(count, console) for count in coverage.by_state if count.count]
    total = formats.pluralize(coverage.total, "directory", "directories")
    return Columns((*entries, Text(f"= {total}", style=QUIET)), padding=(0, 2))


def _entry(count: Count, console: Console) -> Text:
    sign = mark(DirectoryState(count.name), console)
    return Text.assemble(sign, f" {count.count:,} {count.name}")


def _files(coverage: Coverage) -> Text:
    parts = ", ".join(f"{c.count:,} {c.name}" for c in coverage.files_by_state if c.count)
    return Text(f"{formats.pluralize(coverage.files, 'file')}: {parts}" if parts else "No files.")
