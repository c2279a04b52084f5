"""How far a run used the turns that its plan allocated."""

from collections.abc import Mapping

from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import (
    AuditReport,
    DirectoryEvaluation,
    DirectoryOutcome,
    PlanEvaluation,
)

_NOT_EVALUATED = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED, DirectoryState.DEFERRED)


def evaluate_plan(report: AuditReport, previous: PlanEvaluation | None = None) -> PlanEvaluation:
    """A directory whose stored result was used keeps its line of `previous`, the target's last
    evaluation."""
    previous_lines = {line.dir: line for line in previous.per_directory} if previous else {}
    lines = tuple(
        _evaluation(outcome, previous_lines, report.finished_at)
        for outcome in report.directories
        if outcome.state not in _NOT_EVALUATED and not _is_unreadable(outcome)
    )
    allocated = sum(line.turns_allocated for line in lines)
    used = sum(line.turns_used for line in lines)
    return PlanEvaluation(
        plan_order=report.plan_order,
        total_dirs_investigated=len(lines),
        total_turns_allocated=allocated,
        total_turns_used=used,
        overall_utilization=_utilization(used, allocated),
        total_turns_lent=sum(line.turns_lent for line in lines),
        total_turns_borrowed=sum(line.turns_borrowed for line in lines),
        per_directory=lines,
        evaluated_at=report.finished_at,
    )


def _is_unreadable(outcome: DirectoryOutcome) -> bool:
    """Whether nothing of the directory could be read, so that it was not investigated."""
    return outcome.state is DirectoryState.UNREADABLE and not outcome.summary


def _evaluation(
    outcome: DirectoryOutcome, previous: Mapping[str, DirectoryEvaluation], now: str
) -> DirectoryEvaluation:
    if outcome.state is DirectoryState.CACHED and outcome.path in previous:
        return previous[outcome.path]
    return DirectoryEvaluation(
        dir=outcome.path,
        planned_tier=outcome.tier,
        turns_allocated=outcome.turns_allocated,
        turns_used=outcome.turns_used,
        utilization=_utilization(outcome.turns_used, outcome.turns_allocated),
        turns_lent=outcome.turns_lent,
        turns_borrowed=outcome.turns_borrowed,
        completeness=outcome.completeness,
        confidence=outcome.confidence,
        evaluated_at=now,
    )


def _utilization(used: int, allocated: int) -> float:
    return round(used / allocated, 2) if allocated else 0.0
