"""Every rendering of a report. To add one: its own file, and a line here."""

from collections.abc import Callable
from dataclasses import dataclass

from luminos_core.errors import SettingsError
from luminos_core.records.report import AuditReport
from luminos_core.report.csv_table import render_csv
from luminos_core.report.cyclonedx import render_cyclonedx
from luminos_core.report.gitlab_quality import render_code_quality
from luminos_core.report.html.render import render_html
from luminos_core.report.junit import render_junit
from luminos_core.report.pull_request import render_pull_request
from luminos_core.report.report_json import render_flags, render_json
from luminos_core.report.report_markdown import render_markdown
from luminos_core.report.sarif.log import render_code_scanning, render_sarif
from luminos_core.store.run_folder import FLAGS, REPORT, Text


@dataclass(frozen=True)
class Rendering:
    name: str
    file_name: str  # in the run's folder, or as it is usually called
    render: Callable[[AuditReport], Text]
    about: str  # what it is for, in a few words
    is_published: bool = False  # every run writes it
    render_linked: Callable[[AuditReport, str], Text] | None = None  # to the address of the whole


RENDERINGS = (
    Rendering("markdown", "report.md", render_markdown, "the report for people", is_published=True),
    Rendering("html", "report.html", render_html, "one page to look at", is_published=True),
    Rendering("json", REPORT, render_json, "the report for programs", is_published=True),
    Rendering("flags", FLAGS, render_flags, "the flags as JSON lines", is_published=True),
    Rendering("sarif", "report.sarif", render_sarif, "SARIF 2.1.0", is_published=True),
    Rendering(
        "code-scanning",
        "code-scanning.sarif",
        render_code_scanning,
        "SARIF with open flags alone, for GitHub's code scanning",
    ),
    Rendering(
        "gitlab", "gl-code-quality-report.json", render_code_quality, "GitLab's code quality report"
    ),
    Rendering("junit", "junit.xml", render_junit, "JUnit's XML, for the pages of CI servers"),
    Rendering("csv", "flags.csv", render_csv, "the flags as a table, for spreadsheets"),
    Rendering(
        "pr",
        "comment.md",
        render_pull_request,
        "what is new, for a comment on a pull request",
        render_linked=render_pull_request,
    ),
    Rendering("cyclonedx", "report.cdx.json", render_cyclonedx, "dependencies, as CycloneDX 1.6"),
)
PUBLISHED = tuple(each for each in RENDERINGS if each.is_published)


def rendering(name: str) -> Rendering:
    """SettingsError, which names them all, when there is none of that name."""
    for each in RENDERINGS:
        if each.name == name:
            return each
    known = ", ".join(each.name for each in RENDERINGS)
    raise SettingsError(f"there is no format {name!r}; there are: {known}")


def render(name: str, report: AuditReport) -> str:
    """The report in the rendering of that name; SettingsError when there is none."""
    return "".join(rendering(name).render(report))
