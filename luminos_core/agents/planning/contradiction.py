"""Whether early results contradict the plan: by rule, tier by tier, with the reason in words.

One odd directory among many says nothing of a plan. A tier is contradicted when several of its
directories came out otherwise than the plan expected, and they are a good share of those that
have ended.
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
_RAN_OUT = (Ended.TURNS.value, Ended.BUDGET.value)
_GRAVE = (Severity.CRITICAL, Severity.CONCERN)


class _Expectation(NamedTuple):
    """What the plan expects of a tier; `oddity` says how a report contradicts it, or ""."""

    tier: Tier
    oddity: Callable[[DirectoryReport], str]
    least: int  # odd directories, below which they are exceptions
    share: float  # of the tier's early directories, likewise
    words: str


def contradictions(reports: Iterable[DirectoryReport]) -> tuple[str, ...]:
    """A line for each tier that the reports contradict; () when they bear the plan out. What
    failed, was refused or deferred tells nothing of a plan."""
    telling = [
        report
        for report in reports
        if report.state in (DirectoryState.INVESTIGATED, DirectoryState.PARTIAL)
    ]
    lines = (
        _line(expected, [report for report in telling if report.tier is expected.tier])
        for expected in _EXPECTATIONS
    )
    return tuple(line for line in lines if line)


def _line(expected: _Expectation, reports: Sequence[DirectoryReport]) -> str:
    odd = [(report.path, why) for report in reports if (why := expected.oddity(report))]
    if len(odd) < expected.least or len(odd) < expected.share * len(reports):
        return ""
    named = "; ".join(f"{sanitize_name(path)}: {why}" for path, why in odd[:_NAMED])
    more = f"; and {len(odd) - _NAMED} more" if len(odd) > _NAMED else ""
    return (
        f"{len(odd)} of {len(reports)} {expected.tier.value} directories {expected.words} "
        f"({named}{more})"
    )


def _more_than_a_glance(report: DirectoryReport) -> str:
    grave = [flag.severity for flag in report.flags if flag.severity in _GRAVE]
    if grave:
        return f"{min(grave, key=_GRAVE.index).value} flagged"
    return _out_of_turns(report) or _far_from_complete(report)


def _too_few_turns(report: DirectoryReport) -> str:
    """An investigator who stopped of itself was not short of turns."""
    used_up = report.turns_used >= report.turns_allocated
    return _out_of_turns(report) or (_far_from_complete(report) if used_up else "")


def _out_of_turns(report: DirectoryReport) -> str:
    if report.reason in _RAN_OUT:
        return report.reason
    if report.turns_borrowed:
        return f"{formats.pluralize(report.turns_borrowed, 'turn')} borrowed"
    return ""


def _far_from_complete(report: DirectoryReport) -> str:
    completeness = report.entry.completeness if report.entry else None
    if completeness is None or completeness >= ENOUGH:
        return ""
    return f"completeness {completeness:.2f}"


def _nothing_in_depth(report: DirectoryReport) -> str:
    used, allocated = report.turns_used, report.turns_allocated
    if report.state.is_complete and not report.flags and 3 * used < allocated:
        return f"{used} of {allocated} turns"
    return ""


_EXPECTATIONS = (
    _Expectation(Tier.SHALLOW, _more_than_a_glance, 2, 1 / 3, "needed more than a glance"),
    _Expectation(Tier.DEFAULT, _too_few_turns, 2, 1 / 3, "needed more turns"),
    # Turns that are not needed are given back, so too many of them are the lesser mistake.
    _Expectation(Tier.PRIORITY, _nothing_in_depth, 3, 2 / 3, "ended early without a flag"),
)
