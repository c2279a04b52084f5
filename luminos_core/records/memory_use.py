"""What memory cost the runs of a target, and what it saved."""

from luminos_core.records.base import Record
from luminos_core.records.plan import Tier


class AdjustedTurns(Record):
    """A directory that is given other turns than its plan says, by what earlier runs took."""

    path: str
    planned: int
    planned_tier: Tier
    given: int
    runs: int  # from which it was learnt


class MemoryUse(Record):
    """Of one run. A turn is saved when the plan alone would not have given it, and it was taken; it
    is worth what a turn cost in this run. One that would only have been left over is worth nothing.
    """

    tokens_told: int = 0  # of what is remembered, in the first messages of conversations
    adjusted: tuple[AdjustedTurns, ...] = ()  # those that were investigated
    turns_saved: int = 0  # negative when more were borrowed than by the plan
    turns_freed: int = 0  # that by the plan would have been left over; negative: more were
    tokens_worth: int = 0  # of the turns saved
    runs: int = 1  # the last ones, this one among them, of which:
    told_in_runs: int = 0
    worth_in_runs: int = 0
    turned_down: str = ""  # why agents were told nothing of what is remembered


class MemoryRun(Record):
    run_id: str
    told: int  # tokens
    worth: int  # likewise


class MemoryLedger(Record):
    """A line a run that investigated something, the latest last."""

    runs: tuple[MemoryRun, ...] = ()
