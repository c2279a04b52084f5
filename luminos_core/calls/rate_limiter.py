"""How many calls are made at once: as many as the server bears.

Additive increase and multiplicative decrease, as in TCP: runs that share a key without knowing of
each other get shares of about the same size.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luminos_core.errors import CallsRefused, QuotaExhausted
from luminos_core.records.conversation import Usage
from luminos_core.records.limits import Allowance, RateLimits
from luminos_core.stop import StopSignal

LONGEST_HOLD = 600.0  # seconds; a server that asks for more ends the run's calls
_RECENT = 8  # calls, by which the size of the next is judged


class RateLimiter:
    """Shared by the threads of a run. What a thread reports is about its latest call."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        """Begin with `most` slots: a refusal costs nothing, and a few halvings find what the
        server bears. `now` is in seconds."""
        self._most = most
        self._slots = most
        self._taken = 0
        self._successes = 0  # since the number of slots last changed
        self._halvings = 0
        self._held_until = now()
        self._now = now
        self._recent: deque[Usage] = deque(maxlen=_RECENT)
        self._closed: QuotaExhausted | CallsRefused | None = None
        self._changed = threading.Condition()
        self._mine = threading.local()  # .halvings: how many there were when its call began

    @property
    def slots(self) -> int:
        """How many calls may run at once now."""
        return self._slots

    @property
    def held_for(self) -> float:
        """Seconds for which no call begins, because the server asked for it; 0 once closed."""
        return 0.0 if self._closed else max(0.0, self._held_until - self._now())

    @property
    def closed(self) -> QuotaExhausted | CallsRefused | None:
        """Why no more calls are made; None while calls are made."""
        return self._closed

    @contextmanager
    def slot(self, stop: StopSignal) -> Iterator[None]:
        """Wait for a slot and hold it. Raises Interrupted when stopped, and once closed the error
        that closed it, at once in both cases."""
        cancel = stop.on_set(self._wake)
        try:
            self._acquire(stop)
        finally:
            cancel()
        try:
            yield
        finally:
            self._release()

    def succeeded(self, limits: RateLimits | None, usage: Usage | None = None) -> None:
        """Add a slot after as many successes as there are slots. When the server has too little
        left for another call, hold all calls until its limit resets."""
        with self._changed:
            if usage is not None:
                self._recent.append(usage)
            if limits is not None:
                self._hold(self._seconds_until_enough(limits))
            if self._began_since_last_halving():
                self._increase()

    def congested(self, retry_after: float | None) -> None:
        """Halve the slots, and hold all calls for as long as the server asks (seconds). A burst of
        refusals halves once: a call from before the last halving says nothing about it."""
        with self._changed:
            self._hold(retry_after or 0.0)
            if self._began_since_last_halving():
                self._slots = max(1, self._slots // 2)
                self._successes = 0
                self._halvings += 1

    def close(self, reason: QuotaExhausted | CallsRefused) -> None:
        """Make no more calls in this run. The first reason is kept."""
        with self._changed:
            self._closed = self._closed or reason
            self._changed.notify_all()

    def _acquire(self, stop: StopSignal) -> None:
        with self._changed:
            while True:
                stop.check()
                self._refuse_if_closed()
                held = self.held_for
                if not held and self._taken < self._slots:
                    break
                self._changed.wait(held or None)
            self._taken += 1
            self._mine.halvings = self._halvings

    def _refuse_if_closed(self) -> None:
        match self._closed:  # a new error each time, as threads add to its traceback
            case QuotaExhausted(returns_at=when):
                raise QuotaExhausted(str(self._closed), when)
            case CallsRefused():
                raise CallsRefused(str(self._closed))

    def _release(self) -> None:
        with self._changed:
            self._taken -= 1
            self._changed.notify_all()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _hold(self, seconds: float) -> None:
        self._held_until = max(self._held_until, self._now() + min(seconds, LONGEST_HOLD))

    def _began_since_last_halving(self) -> bool:
        return getattr(self._mine, "halvings", self._halvings) == self._halvings

    def _increase(self) -> None:
        self._successes += 1
        if self._successes >= self._slots:
            self._slots = min(self._most, self._slots + 1)
            self._successes = 0
            self._changed.notify_all()

    def _seconds_until_enough(self, limits: RateLimits) -> float:
        """Until the server has enough of everything for a call like the largest recent one."""
        read = max((usage.input + usage.cache_write for usage in self._recent), default=0)
        written = max((usage.output for usage in self._recent), default=0)
        return max(
            _until_available(limits.requests, 1),
            _until_available(limits.tokens, read + written),
            _until_available(limits.input_tokens, read),
            _until_available(limits.output_tokens, written),
        )


def _until_available(allowance: Allowance, needed: int) -> float:
    """Seconds. A call that needs more than the whole limit waits for the whole limit."""
    if allowance.remaining is None or allowance.resets_in is None:
        return 0.0
    if allowance.limit is not None:
        needed = min(needed, allowance.limit)
    return allowance.resets_in if allowance.remaining < max(needed, 1) else 0.0
