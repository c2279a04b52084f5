"""When a call is made, and how many at once: as many as the server bears, and one at a time to ask
whether a server that was away is back.

Additive increase and multiplicative decrease, as in TCP: runs that share a key without knowing of
each other get shares of about the same size.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luminos_core.calls.outage import Outage
from luminos_core.errors import CallsEnded, CallsRefused, ServerAway
from luminos_core.llm.failed_attempt import FailedAttempt
from luminos_core.records.conversation import Usage
from luminos_core.records.limits import Allowance, RateLimits
from luminos_core.stop import StopSignal
from luminos_core.text import formats

LONGEST_HOLD = 600.0  # seconds; a server that asks for more ends the run's calls
_RECENT = 8  # calls, by which the size of the next is judged


class RateLimiter:
    """Shared by the threads of a run. What a thread reports is about its latest call."""

    def __init__(
        self,
        most: int,
        now: Callable[[], float] = time.monotonic,
        longest_outage: float = 600.0,
        wait: Callable[[threading.Condition, float | None], object] = threading.Condition.wait,
    ) -> None:
        """Begin with `most` slots: a refusal costs nothing, and a few halvings find what the
        server bears. `now` and `longest_outage` are in seconds."""
        self._most = most
        self.longest_outage = longest_outage
        self._slots = most
        self._taken = 0
        self._successes = 0  # since the number of slots last changed
        self._halvings = 0
        self._held_until = now()
        self._now = now
        self._recent: deque[Usage] = deque(maxlen=_RECENT)
        self._closed: CallsEnded | CallsRefused | None = None
        self._outage: Outage | None = None
        self._answers = 0
        self._waiting: deque[object] = deque()  # a mark for each call, the first in line first
        self._changed = threading.Condition()
        self._wait = wait
        # Each thread's call: .began when, after how many .halvings, and which outage it .probes.
        self._mine = threading.local()

    @property
    def slots(self) -> int:
        """How many calls may run at once now."""
        return self._slots

    @property
    def held_for(self) -> float:
        """Seconds for which no call begins, because the server asked for it or is away; 0 once
        closed."""
        until = self._held_until
        if (outage := self._certain_outage) is not None:
            until = max(until, outage.probes_at)
        return 0.0 if self._closed else max(0.0, until - self._now())

    @property
    def is_away(self) -> bool:
        """Whether the server answers nobody, so that calls are held."""
        return self._certain_outage is not None

    @property
    def answers(self) -> int:
        """How often the server has answered anybody."""
        return self._answers

    @property
    def closed(self) -> CallsEnded | CallsRefused | None:
        """Why no more calls are made; None while calls are made."""
        return self._closed

    @contextmanager
    def slot(self, stop: StopSignal) -> Iterator[None]:
        """Wait for a slot and hold it: first come, first served. Raises Interrupted when
        stopped, and once closed the error that closed it, at once in both cases."""
        cancel = stop.on_set(self._wake)
        try:
            probed = self._acquire(stop)
        finally:
            cancel()
        try:
            yield
        finally:
            self._release(probed)

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

    def heard(self) -> float | None:
        """The server has answered, if only to refuse. The seconds for which it had answered nobody,
        when this call ends an outage that held others."""
        with self._changed:
            outage = self._certain_outage
            if outage is not None and self._mine.began < outage.began:
                return None  # the answer had begun before the server went away
            self._answers += 1
            self._outage = None
            self._changed.notify_all()
            return self._now() - outage.began if outage else None

    def unanswered(
        self, caller: str, failure: FailedAttempt, delay: Callable[[int], float]
    ) -> float:
        """The server may be away: it gave `caller` no answer. Once that is certain all calls are
        held but one, which is made after `delay` seconds, by how many were made in vain. Returns
        for how many seconds nobody had an answer. Raises ServerAway when that is as long as a run
        waits, and closes unless it may be this caller's request alone that fails."""
        with self._changed:
            now = self._now()
            outage = self._outage = self._outage or Outage(now, now)
            outage.add(caller, failure.affects, is_probe=self._mine.probes is outage)
            left = outage.began + self.longest_outage - now
            if left <= 0 or (failure.retry_after or 0.0) > left:
                away = ServerAway(_away(now - outage.began, failure))
                if outage.concerns_all:
                    self.close(away)
                raise away
            outage.probes_at = max(outage.probes_at, now + min(delay(outage.probes), left))
            self._changed.notify_all()
            return now - outage.began

    def close(self, ended: CallsEnded | CallsRefused) -> None:
        """Make no more calls in this run. The first reason is kept."""
        with self._changed:
            self._closed = self._closed or ended
            self._changed.notify_all()

    @property
    def _certain_outage(self) -> Outage | None:
        outage = self._outage
        return outage if outage and outage.is_certain else None

    def _acquire(self, stop: StopSignal) -> Outage | None:
        """The outage that this call probes, if any."""
        mark = object()
        with self._changed:
            self._waiting.append(mark)
            try:
                stop.check()
                self._refuse_if_closed()
                while not self._may_begin(mark):
                    self._wait(self._changed, self.held_for or None)
                    stop.check()
                    self._refuse_if_closed()
            finally:
                self._waiting.remove(mark)
                self._changed.notify_all()  # another one is first now
            self._taken += 1
            self._mine.halvings = self._halvings
            self._mine.began = self._now()
            outage = self._mine.probes = self._certain_outage
            if outage is not None:
                outage.probing = True
            return outage

    def _may_begin(self, mark: object) -> bool:
        if self.held_for or self._waiting[0] is not mark:
            return False
        outage = self._certain_outage
        return not outage.probing if outage else self._taken < self._slots

    def _refuse_if_closed(self) -> None:
        match self._closed:  # a new error each time, as threads add to its traceback
            case CallsEnded(returns_at=when) as ended:
                raise type(ended)(str(ended), when)
            case CallsRefused() as refused:
                raise CallsRefused(str(refused))

    def _release(self, probed: Outage | None) -> None:
        with self._changed:
            self._taken -= 1
            if probed is not None:
                probed.probing = False
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


def _away(seconds: float, failure: FailedAttempt) -> str:
    length = f" for {formats.duration(seconds)}" if seconds >= 1 else ""
    return f"the model's server gave no answer{length}; at the last, {failure}"


def _until_available(allowance: Allowance, needed: int) -> float:
    """Seconds. A call that needs more than the whole limit waits for the whole limit."""
    if allowance.remaining is None or allowance.resets_in is None:
        return 0.0
    if allowance.limit is not None:
        needed = min(needed, allowance.limit)
    return allowance.resets_in if allowance.remaining < max(needed, 1) else 0.0
