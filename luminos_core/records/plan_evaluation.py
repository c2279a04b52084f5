"""How far the turns that a plan allocated were used."""

from enum import StrEnum

from luminos_core.records.base import Record
from luminos_core.records.plan import Order, Tier


class Verdict(StrEnum):
    """Whether a directory, or a plan, was given the right number of turns."""

    OVER = "over"  # fewer than half were used
    RIGHT = "right"
    UNDER = "under"  # all were used, or some were borrowed


class DirectoryEvaluation(Record):
    """How far one directory used its turns."""

    dir: str
    planned_tier: Tier
    turns_allocated: int
    turns_used: int
    utilization: float  # used / allocated, 2 decimals; 0 when nothing was allocated
    verdict: Verdict | None = None  # None when nothing was allocated, or an error ended it
    turns_lent: int = 0  # to the run's other directories
    turns_borrowed: int = 0  # from them; with these, utilization can be over 1
    completeness: float | None  # None when unknown, never 0
    confidence: float | None
    evaluated_at: str  # ISO 8601, UTC; earlier than the evaluation's for an earlier run's result


class PlanEvaluation(Record):
    """How far the plan's turns were used, by the runs that made the results there are now. Totals
    are over `per_directory`."""

    plan_order: Order  # its name
    total_dirs_investigated: int
    total_turns_allocated: int
    total_turns_used: int
    overall_utilization: float
    verdict: Verdict | None = None
    total_turns_lent: int = 0
    total_turns_borrowed: int = 0
    per_directory: tuple[DirectoryEvaluation, ...]
    evaluated_at: str

    @property
    def well_placed(self) -> float | None:
        """The share of turns that were where they were needed: neither left over nor borrowed. None
        when no directory can be judged."""
        judged = [each for each in self.per_directory if each.verdict is not None]
        most = sum(max(each.turns_allocated, each.turns_used) for each in judged)
        least = sum(min(each.turns_allocated, each.turns_used) for each in judged)
        return least / most if most else None
