"""A report as JSON, and its flags as JSON lines."""

from collections.abc import Iterator

from luminos_core.records.report import AuditReport
from luminos_core.text.json_text import json_pieces, to_json


def render_json(report: AuditReport) -> Iterator[str]:
    """Every field, with two spaces of indent."""
    return json_pieces(report)


def render_flags(report: AuditReport) -> Iterator[str]:
    """One flag a line, in the report's order; those whose quotation was not found at the end."""
    flags = (*report.flags, *report.unverified_flags)
    return (to_json(flag) + "\n" for flag in flags)
