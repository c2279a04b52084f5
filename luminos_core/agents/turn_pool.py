"""Turns that some directories had left over, for others that need more."""

import threading

from luminos_core.agents.planning.schedule import MAX_TURNS

ENOUGH = 0.6  # of completeness, from which a directory does without more turns
_AT_ONCE = 5


class TurnPool:
    """What a run's directories have given back, and not borrowed again. Safe for many threads."""

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

    def extend(self, completeness: float, turns: int) -> int:
        """Turns lent to a directory that is so far along at the end of its `turns`, those included
        that it borrowed before: a few at once, and none beyond the most a directory can have."""
        if completeness >= ENOUGH:
            return 0
        return self.lend(min(_AT_ONCE, MAX_TURNS - turns))
