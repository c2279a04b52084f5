"""How escalations ended: with a question to a person, or not yet."""

from collections import Counter
from collections.abc import Iterable, Iterator

from luminos_core.agents.escalation import is_enough
from luminos_core.records.directory import DirectoryReport, TierAttempt
from luminos_core.records.question import PersonQuestion
from luminos_core.records.report import Gap
from luminos_core.text.escape import one_line
from luminos_core.text.formats import listed, pluralize

_GAP = "escalation"
_RIGHT = "Is what the report says of it right?"
_REST = "What is in it that no model came to the end of?"
_REASON = 300  # characters


def person_questions(reports: Iterable[DirectoryReport]) -> Iterator[PersonQuestion]:
    """Of each directory that no model tier was enough for, by path."""
    for report in sorted(reports, key=lambda each: each.path):
        if report.escalated and not report.is_due and not is_enough(report):
            text = _unsure(report) if report.state.is_complete else _REST
            yield PersonQuestion(directory=report.path, text=text, why=_why(report))


def escalation_gap(reports: Iterable[DirectoryReport]) -> Gap | None:
    """Of directories with a result that a better model is still to look at. One without is
    incomplete itself."""
    due = [each for each in reports if each.is_due and each.state.is_settled]
    if not due:
        return None
    reasons = Counter(each.escalated[-1].reason for each in due)
    (commonest, _), *_ = reasons.most_common()
    count, named = pluralize(len(due), "directory"), listed([each.path for each in due])
    return Gap(
        pass_name=_GAP,
        reason=f"{count} ({named}) still to be looked at by a better model: {one_line(commonest)}",
    )


def asked_models(reports: Iterable[DirectoryReport]) -> Iterator[str]:
    """The models of the tiers above the first, once each."""
    tried = (attempt.model for report in reports for attempt in report.escalated[1:])
    yield from dict.fromkeys(tried)


def _unsure(report: DirectoryReport) -> str:
    """With what its agent was not sure of, if it said it."""
    said = (report.entry.confidence_reason if report.entry else "") or ""
    reason = one_line(said, _REASON)
    return f"{_RIGHT} Its agent was not sure: {reason}" if reason else _RIGHT


def _why(report: DirectoryReport) -> str:
    """ "development model: confidence 0.20; planning model: max turns reached"."""
    return "; ".join(f"{each.tier} model: {_end(each)}" for each in report.escalated)


def _end(attempt: TierAttempt) -> str:
    if attempt.state.is_complete and attempt.confidence is not None:
        return f"confidence {attempt.confidence:.2f}"
    return one_line(attempt.reason, _REASON) or attempt.state.value
