"""A report with the suppressions of its run: which flags count, and what to say of the entries."""

from datetime import UTC, datetime

from luminos_core.flags.ranking import in_order
from luminos_core.flags.totals import flag_totals
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport
from luminos_core.records.suppression import SuppressionFile
from luminos_core.redaction.redact_record import redact_record
from luminos_core.suppressions.decide import decide
from luminos_core.suppressions.unused import LookedAt, shortened, unused


def with_suppressions(report: AuditReport, file: SuppressionFile) -> AuditReport:
    """Flags that were carried over from an earlier run are decided anew, by today's entries: what
    was suppressed then may not be today. Again applied to its result, it changes nothing."""
    meant, again = _parted(report)
    if not (file.entries or file.remarks or again):
        return report
    today = datetime.fromisoformat(report.finished_at).astimezone(UTC).date()
    flags = in_order((*report.flags, *(flag for flag in again if not flag.is_doubted)))
    claims = in_order((*report.unverified_flags, *(flag for flag in again if flag.is_doubted)))
    decided = decide(flags, claims, meant, file, today)
    remarks = (*decided.remarks, *unused(decided.unmatched, _looked_at(report)))
    return report.model_copy(
        update={
            "flags": decided.flags,
            "flag_totals": flag_totals(decided.flags),
            "unverified_flags": decided.unverified,
            "suppressed_flags": in_order(decided.suppressed),
            "suppression_remarks": redact_record(shortened(remarks)),
        }
    )


def _parted(report: AuditReport) -> tuple[list[Flag], list[Flag]]:
    """Suppressed flags that stay so, and those that are to be decided anew."""
    meant, again = [], []
    for flag in report.suppressed_flags:
        is_of_this_run = flag.last_seen in ("", report.finished_at)
        if flag.is_suppressed_in_code or is_of_this_run:
            meant.append(flag)
        else:
            again.append(flag.model_copy(update={"suppressed": ""}))
    return meant, again


def _looked_at(report: AuditReport) -> LookedAt:
    return LookedAt(
        complete=report.status == "complete",
        unread=[each.path for each in report.directories if not each.state.is_complete],
        with_model=report.language_model,
        tools=report.tools,
    )
