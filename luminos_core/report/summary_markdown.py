"""A report's summary as Markdown: of a bounded size, and it says where the whole is."""

from luminos_core.flags.groups import fold_groups, group_flags
from luminos_core.records.flag import FlagCounts
from luminos_core.records.report import AuditReport
from luminos_core.report.markdown_escape import Safe
from luminos_core.report.news_markdown import news_of
from luminos_core.report.opening import about, opening
from luminos_core.report.report_markdown import template
from luminos_core.report.suppressed import suppressed_line
from luminos_core.report.verdict import verdict_sentence

_BRIEF = 4_000  # characters
_FLAGS = 20
_NEWS = 10  # flags of a state


def summary_markdown(report: AuditReport, folder: str, retry: str) -> str:
    """`folder`: of the run. `retry`: how an incomplete run is retried, as Markdown."""
    groups = fold_groups(group_flags(report.flags))
    left_out = FlagCounts.of(flag for group in groups[_FLAGS:] for flag in group.flags)
    number = left_out.flags.total()
    return template("summary.md.j2").render(
        report=report,
        opening=_cut(opening(report)),
        verdict=verdict_sentence(report),
        about=_cut(about(report)),
        news=news_of(report, _NEWS),
        quoted=False,
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
