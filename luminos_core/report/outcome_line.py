"""What a run found and what it cost, in one line: the message of its final state."""

from luminos_core.records.report import AuditReport
from luminos_core.report.kept_results import kept_results
from luminos_core.report.question_line import question_count
from luminos_core.report.verdict import verdict
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_REASONS = 600  # characters


def outcome_line(report: AuditReport) -> str:
    """ "3 new, 1 critical; 97% read; language model: claude-sonnet-5-5, $0.91". An incomplete run
    says first why it is, and then what it is by its policy."""
    reasons = one_line("; ".join(report.incomplete_because), _REASONS)
    kept = kept_results(report)
    asked = question_count(report)
    said = (reasons, _policy(report), verdict(report), asked, _models(report), *kept)
    return "; ".join(filter(None, said))


def _policy(report: AuditReport) -> str:
    return one_line(report.policy_line, _REASONS).removesuffix(".")


def _models(report: AuditReport) -> str:
    if not report.language_model:
        return "no language model was used"
    if not report.cost.by_model:
        return "language model: no calls"
    names = (each.name for each in report.cost.by_model)
    return one_line(f"language model: {', '.join(names)}, {formats.money(report.cost.usd)}")
