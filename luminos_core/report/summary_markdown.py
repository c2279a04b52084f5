"""A report's summary as Markdown: of a bounded size, and it says where the whole is."""

from luminos_core.flags.groups import fold_groups, group_flags
from luminos_core.records.flag import FlagCounts
from luminos_core.records.report import AuditReport
from luminos_core.report.markdown_escape import Safe
from luminos_core.report.report_markdown import template
from luminos_core.report.suppressed import suppressed_line

_BRIEF = 4_000  # characters
_FLAGS = 20


def summary_markdown(report: AuditReport, folder: str, retry: str) -> str:
    """`folder`: of the run. `retry`: how an incomplete run is retried, as Markdown."""
    groups = fold_groups(group_flags(report.flags))
    left_out = FlagCounts.of(flag for group in groups[_FLAGS:] for flag in group.flags)
    number = left_out.flags.total()
    return template("summary.md.j2").render(
        report=report,
        brief=_cut(report.brief),
        counts=report.flag_counts,
        flags=groups[:_FLAGS],
        more=f"{number} more{left_out.in_places}" if number else "",
        folder=folder,
        retry=Safe(retry),
        suppressed=suppressed_line(report),
    )


def _cut(brief: str) -> str:
    """At most so long, and ending with a whole line where that is possible."""
    if len(brief) <= _BRIEF:
        return brief
    kept = brief[:_BRIEF]
    return (kept.rpartition("\n")[0] or kept).rstrip() + "\n\n…"
