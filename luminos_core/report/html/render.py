"""The rendering of a report as a page, for the registry."""

from collections.abc import Iterator

from luminos_core.records.report import AuditReport


def render_html(report: AuditReport) -> Iterator[str]:
    """In pieces: it is never in memory as a whole, and nothing of it before it is asked for."""
    # Imported here, since `--help` needs no templates.
    from luminos_core.report.html.report_page import report_page  # noqa: PLC0415

    return report_page(report)
