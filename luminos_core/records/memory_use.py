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
    """Of one run. A turn is saved when it is neither left over nor borrowed, as it would have been
    by the plan; it is worth what a turn cost in this run."""

    tokens: int = 0  # of what was remembered, in the first messages of conversations
    adjusted: tuple[AdjustedTurns, ...] = ()  # those that were investigated
    turns_saved: int = 0  # negative when the plan alone had been nearer
    tokens_saved: int = 0  # likewise
    runs: int = 1  # the last ones, this one among them, of which:
    tokens_of_runs: int = 0
    tokens_saved_of_runs: int = 0
    turned_down: str = ""  # why agents were told nothing of what is remembered


class MemoryRun(Record):
    run_id: str
    tokens: int
    tokens_saved: int


class MemoryLedger(Record):
    """A line a run that investigated something, the latest last."""

    runs: tuple[MemoryRun, ...] = ()
