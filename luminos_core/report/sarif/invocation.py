"""How a run went, as SARIF's invocation: what was not done is among its notifications."""

from collections.abc import Iterator
from typing import Any

from luminos_core.records.external import ToolState
from luminos_core.records.report import AuditReport
from luminos_core.report.sarif.results import message_text
from luminos_core.report.sarif.times import utc
from luminos_core.report.tool_line import tool_line
from luminos_core.text import formats


def invocation(report: AuditReport, left_out: int) -> dict[str, Any]:
    """`left_out` results are not in the log."""
    times = {"startTimeUtc": utc(report.started_at), "endTimeUtc": utc(report.finished_at)}
    said = dict.fromkeys(filter(lambda each: each[1], _notifications(report, left_out)))
    return {
        "executionSuccessful": report.status == "complete",
        **{name: time for name, time in times.items() if time},
        "toolExecutionNotifications": [
            {"level": level, "message": {"text": message_text(text)}} for level, text in said
        ],
    }


def _notifications(report: AuditReport, left_out: int) -> Iterator[tuple[str, str]]:
    """Level and text, the gravest first."""
    yield from (("error", reason) for reason in report.incomplete_because)
    told = "\n".join(report.incomplete_because)
    gaps = (gap for gap in report.gaps if gap.reason not in told)
    yield from (("warning", f"{gap.pass_name}: {gap.reason}") for gap in gaps)
    if left_out:
        count = formats.pluralize(left_out, "result")
        verb = "is" if left_out == 1 else "are"
        yield "warning", f"{count} beyond the first {verb} left out: the rest is in report.json."
    if report.comparison:
        yield "warning", report.comparison.read_less
    for tool in report.tools:
        if tool.state is not ToolState.RAN:
            level = "warning" if tool.state is ToolState.UNKNOWN else "note"
            yield level, tool_line(tool)
    yield "note", report.not_read
