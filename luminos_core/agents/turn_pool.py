"""Turns that some directories had left over, for others that need more."""

import threading

from luminos_core.agents.schedule import MOST_TURNS

_AT_ONCE = 5
ENOUGH = 0.6  # of completeness, from which a directory does without more turns


class TurnPool:
    """What a run has given back and not lent again. Safe for many threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turns = 0

    @property
    def turns(self) -> int:
        """That are there now."""
        return self._turns

    def give_back(self, turns: int) -> None:
        """Turns that were allocated and are not needed. ValueError when negative."""
        if turns < 0:
            raise ValueError(f"{turns} turns cannot be given back")
        with self._lock:
            self._turns += turns

    def lend(self, wanted: int) -> int:
        """Up to `wanted` turns, and never more than there are: 0 when there are none."""
        with self._lock:
            lent = max(0, min(wanted, self._turns))
            self._turns -= lent
            return lent


class Turns:
    """One directory's turns: those it was allocated, and those it borrowed. Belongs to a thread."""

    def __init__(self, allocated: int, pool: TurnPool) -> None:
        self.borrowed = 0
        self._allocated = allocated
        self._pool = pool

    @property
    def total(self) -> int:
        return self._allocated + self.borrowed

    def borrow(self, completeness: float) -> int:
        """How many more turns there are for a directory that is at its end, and so far along: 0
        when that is enough, when it has the most a directory can have, or when none are left."""
        if completeness >= ENOUGH:
            return 0
        lent = self._pool.lend(min(_AT_ONCE, MOST_TURNS - self.total))
        self.borrowed += lent
        return lent

    def give_back(self, used: int) -> int:
        """Hand over what a complete directory did not need; how many turns that is."""
        left = max(0, self.total - used)
        self._pool.give_back(left)
        return left
