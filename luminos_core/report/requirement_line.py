"""What is said of requirements: the same in every rendering."""

from collections.abc import Sequence

from luminos_core.records.report import AuditReport
from luminos_core.records.requirement import Evidence, RequirementState, RequirementStatus
from luminos_core.text import formats

_NAMED = 5
_PLACES = 3


def requirement_line(report: AuditReport) -> str:
    """ "3 requirements: 1 unmet (R2), 1 unknown, 1 met"; "" without any."""
    states = [each.state for each in report.requirements]
    if not states:
        return ""
    unmet = [each.id for each in report.requirements if each.state is RequirementState.UNMET]
    named = {RequirementState.UNMET: f" ({formats.listed(unmet, _NAMED)})"}
    counts = [(state, states.count(state)) for state in RequirementState]
    counted = ", ".join(f"{n:,} {state}{named.get(state, '')}" for state, n in counts if n)
    noun = "inferred requirement" if report.requirements[0].is_inferred else "requirement"
    return f"{formats.pluralize(len(states), noun)}: {counted}"


def shown_evidence(status: RequirementStatus) -> Sequence[Evidence]:
    return status.evidence[:_PLACES]


def more_evidence(status: RequirementStatus) -> str:
    """ "2 more"; "" for none."""
    more = len(status.evidence) - _PLACES
    return f"{more:,} more" if more > 0 else ""
