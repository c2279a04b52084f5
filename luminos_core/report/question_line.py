"""What is said of questions to a person, and of the model tiers that were tried before: the same in
every rendering."""

from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport
from luminos_core.text import formats

_NAMED = 3


def question_line(report: AuditReport) -> str:
    """ "2 questions need a person: src/auth, src/db"; "" without any."""
    if not report.questions:
        return ""
    count = len(report.questions)
    needs = "questions need" if count > 1 else "question needs"
    named = formats.listed([each.directory for each in report.questions], _NAMED)
    return f"{count:,} {needs} a person: {named}"


def question_count(report: AuditReport) -> str:
    """ "2 questions need a person", without names from the target; "" without any."""
    return question_line(report).partition(":")[0]


def tiers_line(outcome: DirectoryOutcome) -> str:
    """ "fast: confidence 0.10; development: partial"; "" when one tier was enough."""
    return "; ".join(
        f"{each.tier}: {each.state}"
        if each.confidence is None or not each.state.is_complete
        else f"{each.tier}: confidence {each.confidence:.2f}"
        for each in outcome.escalated
    )
