"""Two plan evaluations of stored runs, side by side."""

from luminos_core.records.base import Record
from luminos_core.records.plan_evaluation import DirectoryEvaluation


class PlanOutcome(Record):
    """What came of the plan of one run. Turns, completeness and confidence are of all results that
    there were after it; calls, US dollars and confirmed flags of what it bought itself."""

    run_id: str
    finished_at: str  # ISO 8601, UTC
    directories: int  # with turns
    investigated: int  # of them, in this run
    turns_allocated: int
    turns_used: int
    turns_lent: int
    turns_borrowed: int
    well_placed: float | None  # share of turns; None when nothing can be judged
    calls: int
    usd: float | None  # None: a price is unknown
    completeness: float | None  # mean of the directories that were rated; None: none was
    confidence: float | None  # likewise
    confirmed_flags: int  # agents' flags that reviewers have confirmed
    confirmed_per_usd: float | None  # None when the run cost nothing, or a price is unknown


class DirectoryTurns(Record):
    """A directory whose turns, or what became of them, differ. None: it was not evaluated."""

    path: str
    before: DirectoryEvaluation | None
    after: DirectoryEvaluation | None

    @property
    def misplaced(self) -> int:
        """Turns that are misplaced no more; negative when more are."""
        return _misplaced(self.before) - _misplaced(self.after)


class PlanComparison(Record):
    before: PlanOutcome
    after: PlanOutcome
    remarks: tuple[str, ...] = ()  # why like is not compared with like
    directories: tuple[DirectoryTurns, ...] = ()  # the largest difference first


def _misplaced(line: DirectoryEvaluation | None) -> int:
    return abs(line.turns_allocated - line.turns_used) if line and line.verdict else 0
