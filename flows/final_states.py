"""The states in which a flow run ends. Their message is one line for a person."""

from typing import Any

from prefect.runtime import deployment
from prefect.states import Cancelled, Completed, Failed

from flows.cancellation import is_being_cancelled
from flows.form_words import in_form_words
from luminos_core.errors import LuminosError, NotApproved
from luminos_core.records.report import AuditReport
from luminos_core.redaction.redact import redact
from luminos_core.report.outcome_line import outcome_line

POLICY_VIOLATED = "PolicyViolated"
NEEDS_PERSON = "NeedsPerson"  # models have left questions to one

State = Any  # Prefect's, which is generic in what a state holds


def state_of(report: AuditReport) -> State:
    """Only a failed state can be retried in the UI, and an incomplete audit is one of them. One
    that violates its policy has done its work, and would only do it again."""
    message = in_words_of_its_start(outcome_line(report))
    if report.status == "complete":
        return Completed(name=_name_of(report), message=message)
    if is_being_cancelled():
        return Cancelled(message=message)
    return Failed(name="Incomplete", message=message)


def _name_of(report: AuditReport) -> str | None:
    """Of a complete audit's state; None: Prefect's own."""
    if report.policy is not None and report.policy.failed:
        return POLICY_VIOLATED
    return NEEDS_PERSON if report.questions else None


def state_without_report(error: LuminosError) -> State:
    """It holds the error for a command in this process. What was declined is of the type Failed:
    nothing was audited, and whoever hears of failures should hear of it."""
    if is_being_cancelled():
        return Cancelled(message="cancelled before there was anything to report", data=error)
    name = "Declined" if isinstance(error, NotApproved) else None
    return Failed(name=name, message=in_words_of_its_start(str(error)), data=error)


def in_words_of_its_start(text: str) -> str:
    """Without a secret, and with the labels of the form instead of options, where the run was
    started in the form."""
    text = redact(text).text
    return in_form_words(text) if deployment.id else text
