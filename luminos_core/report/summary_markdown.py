"""A report's summary as Markdown: of a bounded size, and it says where the whole is."""

from luminos_core.records.report import AuditReport
from luminos_core.report.markdown_escape import Safe
from luminos_core.report.report_markdown import template

_BRIEF = 4_000  # characters
_FLAGS = 20


def summary_markdown(report: AuditReport, folder: str, retry: str) -> str:
    """`folder`: of the run. `retry`: how an incomplete run is retried, as Markdown."""
    return template("summary.md.j2").render(
        report=report,
        brief=_cut(report.brief),
        counts=report.flag_counts,
        flags=report.flags[:_FLAGS],
        folder=folder,
        retry=Safe(retry),
    )


def _cut(brief: str) -> str:
    """At most so long, and ending with a whole line where that is possible."""
    if len(brief) <= _BRIEF:
        return brief
    kept = brief[:_BRIEF]
    return (kept.rpartition("\n")[0] or kept).rstrip() + "\n\n…"
