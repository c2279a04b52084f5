"""What earlier runs say of how many turns a directory takes."""

from luminos_core.records.base import Record
from luminos_core.records.plan import Tier


class TurnsTaken(Record):
    """One investigation of a directory, as far as its turns go."""

    given: int
    used: int  # with the borrowed ones
    completeness: float | None = None  # as its agent rated it; None: it did not
    size: int = 0  # bytes of the directory's own files at that time


class TurnAdvice(Record):
    path: str
    turns: int
    runs: int  # from which it was learnt
    given: int  # turns, the last time
    used: int  # likewise


class AdjustedTurns(Record):
    """A directory that is given other turns than its plan says, from what earlier runs took."""

    path: str
    planned: int
    given: int
    runs: int
    planned_tier: Tier
