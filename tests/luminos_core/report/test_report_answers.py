"""What agents say of checks' flags and hints, as every rendering tells it, escaped."""

import json

import pytest

from luminos_core.records.flag import Flag, Verdict
from luminos_core.records.report import AuditReport
from luminos_core.report.csv_table import render_csv
from luminos_core.report.html.render import render_html
from luminos_core.report.report_markdown import render_markdown
from luminos_core.report.sarif.log import render_sarif
from tests.luminos_core.report.report_runs import check_flag
from tests.luminos_core.report.report_states import with_flags

HOSTILE = "</script><b>| it is\nharmless"


def said(**changes: object) -> Flag:
    return check_flag(answered_by="src", answer=HOSTILE, is_dismissed=True, **changes)


@pytest.fixture
def report() -> AuditReport:
    refuted = check_flag(path="c.py", is_hint=True, verdict=Verdict.REFUTED, verdict_reason="No.")
    return with_flags(
        said(also_found_by=("model",)), dismissed_hints=(said(path="b.py", is_hint=True), refuted)
    )


def test_markdown_says_who_dismissed_a_flag_and_lists_dismissed_hints(report: AuditReport) -> None:
    markdown = "".join(render_markdown(report))
    text = markdown.replace("\\", "")
    assert "- Asked: dismissed by the agent of src: " in text
    assert ", an agent)" in text
    assert "2 hints dismissed" in text
    assert "The agent of src: " in text and "A reviewer: No." in text
    assert "<b>" not in markdown


def test_other_formats_say_it_too(report: AuditReport) -> None:
    assert "dismissed by the agent of src: " in "".join(render_csv(report))
    result = json.loads("".join(render_sarif(report)))["runs"][0]["results"][0]
    assert result["properties"]["answer"].startswith("dismissed by the agent of src")
    page = "".join(render_html(report))
    assert "dismissed by the agent of src: " in page and "</script><b>" not in page
