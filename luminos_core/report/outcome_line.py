"""What a run found and what it cost, in one line: the message of its final state."""

from luminos_core.flags.ranking import by_severity
from luminos_core.records.flag import Severity
from luminos_core.records.report import AuditReport
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_REASONS = 600  # characters


def outcome_line(report: AuditReport) -> str:
    """ "3 critical, 5 concerns, 12 info; language model: claude-sonnet-5-5, $0.91". An incomplete
    run says first why it is."""
    reasons = one_line("; ".join(report.incomplete_because), _REASONS)
    return "; ".join(filter(None, (reasons, flag_counts(report), _models(report))))


def flag_counts(report: AuditReport) -> str:
    """ "1 critical, 2 concerns"; "no flags"."""
    counts = {severity: len(flags) for severity, flags in by_severity(report.flags).items()}
    return ", ".join(_count(*each) for each in counts.items()) or "no flags"


def _count(severity: Severity, count: int) -> str:
    if severity is Severity.CONCERN:
        return formats.pluralize(count, severity.value)
    return f"{count:,} {severity.value}"


def _models(report: AuditReport) -> str:
    if not report.language_model:
        return "no language model was used"
    if not report.cost.by_model:
        return "language model: no calls"
    names = (each.name for each in report.cost.by_model)
    return one_line(f"language model: {', '.join(names)}, {formats.money(report.cost.usd)}")
