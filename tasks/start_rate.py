"""How fast task runs may be started, so that the server records every one.

The server's in-memory broker drops events above 10,000 queued; a task run makes three, and the
server records 130 task runs a second. A burst of 600 and 60 a second after it stay far below.
"""

import time
from collections.abc import Callable

BURST = 600
PER_SECOND = 60.0


class StartRate:
    """A token bucket. Used by one thread only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._tokens = float(BURST)
        self._counted_at = clock()

    def delay(self) -> float:
        """Take one start; the seconds to wait before making it."""
        now = self._clock()
        gained = (now - self._counted_at) * PER_SECOND
        self._tokens = min(BURST, self._tokens + gained) - 1
        self._counted_at = now
        return max(0.0, -self._tokens / PER_SECOND)
