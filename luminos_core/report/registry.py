"""Every rendering of a report. To add one: its own file, and a line here."""

from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.records.report import AuditReport
from luminos_core.report.report_json import render_flags, render_json
from luminos_core.report.report_markdown import render_markdown
from luminos_core.store.run_folder import FLAGS, REPORT, Text


@dataclass(frozen=True)
class Rendering:
    name: str
    file_name: str  # in the run's folder
    render: Callable[[AuditReport], Text]


RENDERINGS = (
    Rendering("markdown", "report.md", render_markdown),
    Rendering("json", REPORT, render_json),
    Rendering("flags", FLAGS, render_flags),
)


def render(name: str, report: AuditReport) -> str:
    """The report in the rendering of that name; KeyError when there is none."""
    return "".join({rendering.name: rendering for rendering in RENDERINGS}[name].render(report))
