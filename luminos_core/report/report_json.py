"""A report as JSON, and its flags as JSON lines."""

from luminos_core.records.report import AuditReport
from luminos_core.text.json_text import to_json


def render_json(report: AuditReport) -> str:
    """Every field, with two spaces of indent."""
    return to_json(report, indent=2)


def render_flags(report: AuditReport) -> str:
    """One flag a line, in the report's order; those whose quotation was not found at the end."""
    flags = (*report.flags, *report.unverified_flags)
    return "".join(to_json(flag) + "\n" for flag in flags)
