"""How many calls are made at once: as many as the server bears.

The means is TCP's, additive increase and multiplicative decrease. Runs that share a key and know
nothing of each other come to shares of about the same size by it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luminos_core.errors import QuotaExhausted
from luminos_core.records.conversation import Usage
from luminos_core.records.limits import Allowance, RateLimits
from luminos_core.stop import StopSignal

LONGEST_HOLD = 600.0  # seconds; a server that asks for more has no answer for this run
_RECENT = 8  # calls, by which the size of the next is judged


class RateLimiter:
    """Shared by the threads of a run. What a thread reports is about its latest call."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        """`most` calls at once, from the start: it is what was asked for, a refusal costs nothing,
        and a few halvings find what the server bears. `now` is in seconds."""
        self._most = most
        self._places = most
        self._taken = 0
        self._answers = 0  # since a place was last won or lost
        self._halvings = 0
        self._held_until = now()
        self._now = now
        self._recent: deque[Usage] = deque(maxlen=_RECENT)
        self._closed: QuotaExhausted | None = None
        self._changed = threading.Condition()
        self._mine = threading.local()  # .halvings: how many there were when its call began

    @property
    def places(self) -> int:
        """How many calls may be under way at once, as things stand."""
        return self._places

    @property
    def held_for(self) -> float:
        """Seconds for which no call begins, because the server asked for it; 0 once closed, when
        nobody waits."""
        return 0.0 if self._closed else max(0.0, self._held_until - self._now())

    @property
    def closed(self) -> QuotaExhausted | None:
        """Why no call is made any more; None while calls are made."""
        return self._closed

    @contextmanager
    def place(self, stop: StopSignal) -> Iterator[None]:
        """One call's place, for which it waits. Raises Interrupted when stopped, QuotaExhausted
        once closed, at once in both cases."""
        take_back = stop.on_set(self._wake)
        try:
            self._take(stop)
        finally:
            take_back()
        try:
            yield
        finally:
            self._leave()

    def answered(self, limits: RateLimits | None, usage: Usage | None = None) -> None:
        """The call was answered: win a place when all places' worth of calls were. When the server
        has nothing left for another call, hold everybody until it has."""
        with self._changed:
            if usage is not None:
                self._recent.append(usage)
            if limits is not None:
                self._hold(self._seconds_of_dearth(limits))
            if self._began_since_last_halving():
                self._creep_up()

    def congested(self, retry_after: float | None) -> None:
        """The call was refused because there are too many: halve, and hold everybody for as long
        as the server asks (seconds). A burst of refusals halves once: that of a call from before
        the last halving says nothing of what is left since."""
        with self._changed:
            self._hold(retry_after or 0.0)
            if self._began_since_last_halving():
                self._places = max(1, self._places // 2)
                self._answers = 0
                self._halvings += 1

    def close(self, quota: QuotaExhausted) -> None:
        """The quota is gone: no call of this run is made any more. The first reason stays."""
        with self._changed:
            self._closed = self._closed or quota
            self._changed.notify_all()

    def _take(self, stop: StopSignal) -> None:
        with self._changed:
            while True:
                stop.check()
                self._refuse_if_closed()
                held = self.held_for
                if not held and self._taken < self._places:
                    break
                self._changed.wait(held or None)
            self._taken += 1
            self._mine.halvings = self._halvings

    def _refuse_if_closed(self) -> None:
        if self._closed is not None:  # a new error each time, as threads add to its traceback
            raise QuotaExhausted(str(self._closed), self._closed.returns_at)

    def _leave(self) -> None:
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

    def _creep_up(self) -> None:
        self._answers += 1
        if self._answers >= self._places:
            self._places = min(self._most, self._places + 1)
            self._answers = 0
            self._changed.notify_all()

    def _seconds_of_dearth(self, limits: RateLimits) -> float:
        """Until the server has enough of everything for a call like the largest recent one."""
        taken_in = max((usage.input + usage.cache_write for usage in self._recent), default=0)
        given_out = max((usage.output for usage in self._recent), default=0)
        return max(
            _until_there(limits.requests, 1),
            _until_there(limits.tokens, taken_in + given_out),
            _until_there(limits.input_tokens, taken_in),
            _until_there(limits.output_tokens, given_out),
        )


def _until_there(allowance: Allowance, needed: int) -> float:
    """Seconds. A call that needs more than the whole limit waits for the whole limit."""
    if allowance.remaining is None or allowance.resets_in is None:
        return 0.0
    if allowance.limit is not None:
        needed = min(needed, allowance.limit)
    return allowance.resets_in if allowance.remaining < max(needed, 1) else 0.0
