"""How the investigators rated their own work, on a terminal: the least sure first."""

from rich.console import Console, Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from luminos_core.records.outcome import SelfRating
from luminos_core.records.report import AuditReport
from luminos_core.report.terminal.style import MUTED, emphasised, escaped, more_in
from luminos_core.text.escape import one_line

_SHOWN = 8  # ratings; the files have all
_REASON = 200  # characters
_NAMED = 3  # notable files of one rating


def ratings_view(report: AuditReport, console: Console) -> RenderableType:
    most = 36 if console.is_terminal else None
    path, why = Column(overflow="fold", max_width=most), Column(ratio=1, overflow="fold")
    table = Table.grid(Column(no_wrap=True), path, why, padding=(0, 2, 0, 0), expand=True)
    for rating in report.self_ratings[:_SHOWN]:
        table.add_row(_scores(rating), escaped(one_line(rating.path)), _remarks(rating))
    more = len(report.self_ratings) - _SHOWN
    return Group(table, more_in("report.md", more, "rating")) if more > 0 else table


def _scores(rating: SelfRating) -> Text:
    """ "0.40, complete 0.90"."""
    sure = "not rated" if rating.confidence is None else f"{rating.confidence:.2f}"
    whole = "" if rating.completeness is None else f", complete {rating.completeness:.2f}"
    return Text.assemble(sure, (whole, MUTED))


def _remarks(rating: SelfRating) -> Text:
    """Why the confidence is what it is, and the files that stand out."""
    parts = [emphasised(one_line(rating.confidence_reason, _REASON))]
    if names := [one_line(file.path) for file in rating.notable_files[:_NAMED]]:
        more = len(rating.notable_files) - len(names)
        rest = f" and {more:,} more" if more else ""
        parts.append(escaped(f"notable: {', '.join(names)}{rest}"))
    return Text("; ").join(part for part in parts if part)
