"""How far the plan's turns were used, over the runs of a target."""

from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.plan_evaluation import DirectoryEvaluation, PlanEvaluation, Verdict
from luminos_core.records.report import AuditReport

_LEFT_OUT = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED)
_JUDGED = (
    DirectoryState.INVESTIGATED,
    DirectoryState.CACHED,
    DirectoryState.PARTIAL,
    DirectoryState.ACCEPTED,
)
_LITTLE = 0.5  # of the turns: with fewer used, fewer would have done


def evaluate_plan(report: AuditReport, previous: PlanEvaluation | None = None) -> PlanEvaluation:
    """A directory that this run did not investigate keeps its line of `previous`, the target's last
    evaluation, unless its stored result is newer: a run that was killed wrote no evaluation."""
    previous_lines = {line.dir: line for line in previous.per_directory} if previous else {}
    lines = tuple(
        line
        for outcome in report.directories
        if (line := _line(outcome, previous_lines.get(outcome.path), report.finished_at))
    )
    allocated = sum(line.turns_allocated for line in lines)
    used = sum(line.turns_used for line in lines)
    return PlanEvaluation(
        plan_order=report.plan.investigation_order,
        total_dirs_investigated=len(lines),
        total_turns_allocated=allocated,
        total_turns_used=used,
        overall_utilization=_utilization(used, allocated),
        verdict=_verdict(used, allocated),
        total_turns_lent=sum(line.turns_lent for line in lines),
        total_turns_borrowed=sum(line.turns_borrowed for line in lines),
        per_directory=lines,
        evaluated_at=report.finished_at,
    )


def _line(
    outcome: DirectoryOutcome, previous: DirectoryEvaluation | None, now: str
) -> DirectoryEvaluation | None:
    """None for a directory that no run has investigated."""
    if outcome.state in _LEFT_OUT or _is_unreadable(outcome):
        return None
    if outcome.state is DirectoryState.DEFERRED:
        return previous
    if outcome.state is not DirectoryState.CACHED:
        return _evaluation(outcome, now)
    if previous is None or outcome.investigated_at > previous.evaluated_at:
        return _evaluation(outcome, outcome.investigated_at or now)
    return previous


def _is_unreadable(outcome: DirectoryOutcome) -> bool:
    """Whether nothing of the directory could be read, so that it was not investigated."""
    return outcome.state is DirectoryState.UNREADABLE and not outcome.summary


def _evaluation(outcome: DirectoryOutcome, when: str) -> DirectoryEvaluation:
    used, allocated, lent, borrowed = _turns(outcome)
    is_judged = outcome.state in _JUDGED
    return DirectoryEvaluation(
        dir=outcome.path,
        planned_tier=outcome.tier,
        turns_allocated=allocated,
        turns_used=used,
        utilization=_utilization(used, allocated),
        verdict=_verdict(used, allocated) if is_judged else None,
        turns_lent=lent,
        turns_borrowed=borrowed,
        completeness=outcome.completeness,
        confidence=outcome.confidence,
        evaluated_at=when,
    )


def _turns(outcome: DirectoryOutcome) -> tuple[int, int, int, int]:
    """Used, allocated, lent and borrowed; by the first model, when several looked: the plan gives
    turns to no other."""
    first = outcome.escalated[0] if outcome.escalated else None
    if first and first.allocated:
        return first.turns, first.allocated, first.lent, first.borrowed
    return (
        outcome.turns_used,
        outcome.turns_allocated,
        outcome.turns_lent,
        outcome.turns_borrowed,
    )


def _utilization(used: int, allocated: int) -> float:
    return round(used / allocated, 2) if allocated else 0.0


def _verdict(used: int, allocated: int) -> Verdict | None:
    """Borrowed turns are used beyond the allocated ones."""
    if not allocated:
        return None
    if used >= allocated:
        return Verdict.UNDER
    return Verdict.OVER if used < _LITTLE * allocated else Verdict.RIGHT
