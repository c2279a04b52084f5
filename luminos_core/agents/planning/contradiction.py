"""Whether early results contradict the plan: by rule, tier by tier, with a reason.

A tier is contradicted when several of its directories, and a good share of those that have ended,
contradict what the plan expects of it: one of many may be an exception.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from luminos_core.agents.outcome import Ended
from luminos_core.agents.turn_pool import ENOUGH
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.flag import Severity
from luminos_core.records.plan import Tier
from luminos_core.text import formats
from luminos_core.text.sanitize import sanitize_name

_NAMED = 5  # directories in one reason
_INVESTIGATED = (DirectoryState.INVESTIGATED, DirectoryState.PARTIAL, DirectoryState.ACCEPTED)
_RAN_OUT = (Ended.TURNS.value, Ended.BUDGET.value)
_SERIOUS = (Severity.CRITICAL, Severity.CONCERN)


class _Expectation(NamedTuple):
    """What the plan expects of a tier. `contradiction` says how a report differs, or is ""."""

    tier: Tier
    contradiction: Callable[[DirectoryReport], str]
    minimum: int  # directories that contradict; fewer are exceptions
    share: float  # of the tier's early directories; likewise
    finding: str


def contradictions(reports: Iterable[DirectoryReport]) -> tuple[str, ...]:
    """A line for each tier that the reports contradict. Directories that failed, were refused or
    deferred say nothing about a plan."""
    investigated = [report for report in reports if report.state in _INVESTIGATED]
    lines = (
        _line(expected, [report for report in investigated if report.tier is expected.tier])
        for expected in _EXPECTATIONS
    )
    return tuple(line for line in lines if line)


def _line(expected: _Expectation, reports: Sequence[DirectoryReport]) -> str:
    found = [(report.path, why) for report in reports if (why := expected.contradiction(report))]
    if len(found) < expected.minimum or len(found) < expected.share * len(reports):
        return ""
    named = "; ".join(f"{sanitize_name(path)}: {why}" for path, why in found[:_NAMED])
    more = f"; and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return (
        f"{len(found)} of {len(reports)} {expected.tier.value} directories {expected.finding} "
        f"({named}{more})"
    )


def _not_shallow(report: DirectoryReport) -> str:
    serious = [
        flag.severity for flag in report.flags if flag.severity in _SERIOUS and not flag.is_doubted
    ]
    if serious:
        return f"{min(serious, key=_SERIOUS.index).value} flagged"
    return _out_of_turns(report) or _far_from_complete(report)


def _too_few_turns(report: DirectoryReport) -> str:
    """A directory that ended before its last turn was not short of turns."""
    used_up = report.turns_used >= report.turns_allocated
    return _out_of_turns(report) or (_far_from_complete(report) if used_up else "")


def _out_of_turns(report: DirectoryReport) -> str:
    """On the first model tier, whose turns the plan allocates."""
    first = report.escalated[0].reason if report.escalated else report.reason
    reason = first.rpartition(": ")[2]  # of one that is accepted it stands at the end
    if reason in _RAN_OUT:
        return reason
    if report.turns_borrowed:
        return f"{formats.pluralize(report.turns_borrowed, 'turn')} borrowed"
    return ""


def _far_from_complete(report: DirectoryReport) -> str:
    completeness = report.entry.completeness if report.entry else None
    if completeness is None or completeness >= ENOUGH:
        return ""
    return f"completeness {completeness:.2f}"


def _not_priority(report: DirectoryReport) -> str:
    used, allocated = report.turns_used, report.turns_allocated
    if report.state.is_complete and not report.flags and 3 * used < allocated:
        return f"{used} of {formats.pluralize(allocated, 'turn')}"
    return ""


_EXPECTATIONS = (
    _Expectation(Tier.SHALLOW, _not_shallow, 2, 1 / 3, "needed more than a glance"),
    _Expectation(Tier.DEFAULT, _too_few_turns, 2, 1 / 3, "needed more turns"),
    # Unused turns go to other directories, so that too many are the lesser mistake.
    _Expectation(Tier.PRIORITY, _not_priority, 3, 2 / 3, "ended early without a flag"),
)
