"""The status of requirements on a day: here alone it is decided, by their checks and waivers."""

from collections.abc import Iterator
from datetime import date

from luminos_core.records.requirement import (
    Evidence,
    Finding,
    Findings,
    RequirementState,
    RequirementStatus,
)


def decided(findings: Findings, today: date) -> tuple[RequirementStatus, ...]:
    """In the order of their states, then of the file. `today`: UTC."""
    order = list(RequirementState)
    found = [_status(each, findings.file, today) for each in findings.findings]
    return tuple(sorted(found, key=lambda each: order.index(each.state)))


def _status(finding: Finding, file: str, today: date) -> RequirementStatus:
    asked = finding.requirement
    is_waived = (
        asked.waiver is not None
        and asked.waiver.until >= today
        and finding.state is not RequirementState.MET
    )
    return RequirementStatus(
        id=asked.id,
        text=asked.text,
        place=Evidence(path=asked.source or file, line=asked.line).location,
        state=RequirementState.WAIVED if is_waived else finding.state,
        reason="; ".join(filter(None, _reasons(finding, today))),
        evidence=finding.evidence,
        waiver=asked.waiver,
        is_inferred=bool(asked.source),
        is_judged=finding.is_judged,
    )


def _reasons(finding: Finding, today: date) -> Iterator[str]:
    waiver, reason = finding.requirement.waiver, finding.reason
    if finding.is_judged and reason:
        reason = f"by a model: {reason}"
    if waiver is None:
        yield reason
    elif waiver.until < today:
        yield f"its waiver ended on {waiver.until}: {waiver.reason.rstrip('.')}"
        yield reason
    elif finding.state is RequirementState.MET:
        yield reason
        yield f"its waiver until {waiver.until} is not needed"
    else:
        yield f"waived until {waiver.until}: {waiver.reason.rstrip('.')}"
        yield f"without that {finding.state}: {reason}"
