"""What a run has paid, and what is reserved for its calls in flight."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import inf

from luminos_core.errors import MoneyExhausted
from luminos_core.records.cost import DIRECTORY, LedgerLine
from luminos_core.stop import StopSignal
from luminos_core.text.formats import money

_MANY = 20  # calls: some of them are small


class Budget:
    """Shared by the threads of a run. While each attempt costs at most what it has reserved, what
    is spent never exceeds the cap."""

    def __init__(
        self, cap: float | None, lines: Iterable[LedgerLine] = (), spent_before: float = 0.0
    ) -> None:
        """`cap` in US dollars; None for no cap. `lines`: what an earlier attempt at the same run
        has paid. `spent_before`: by the interrupted runs that this one goes on with."""
        self._cap = cap
        self._slices: dict[str, float] = {}
        self._was_freed = False  # one of them
        self._lines = list(lines)
        self._spent = spent_before + sum(line.usd or 0.0 for line in self._lines)
        self._asked = [usd for line in self._lines if (usd := _of_directory(line))]
        self._reservations: dict[int, float] = {}
        self._tickets = 0
        self._exhausted: MoneyExhausted | None = None
        self._changed = threading.Condition()  # its lock is reentrant, for signal handlers

    @property
    def is_capped(self) -> bool:
        return self._cap is not None

    @property
    def lines(self) -> tuple[LedgerLine, ...]:
        with self._changed:
            return tuple(self._lines)

    @property
    def spent(self) -> float:
        """US dollars, of the attempts whose price is known; what was spent before included."""
        with self._changed:
            return self._spent

    @property
    def exhausted(self) -> MoneyExhausted | None:
        """Why a directory's call was not made, of the one that needs least; None while all have
        been. A call that fits no run of this cap does not count: that directory is named alone."""
        return self._exhausted

    @property
    def halted(self) -> MoneyExhausted | None:
        """Set when too little is left for the cheapest call of many that directories have made, or
        could not make."""
        with self._changed:
            left = self._usable(DIRECTORY) - self._spent
            knows = len(self._asked) >= _MANY
            return self._exhausted if knows and left < min(self._asked) else None

    def set_slice(self, pass_name: str, usd: float) -> None:
        """Keep this part of the cap for one pass."""
        with self._changed:
            self._slices[pass_name] = usd

    def free_slice(self, pass_name: str) -> None:
        """When the pass that it was kept for has run: what it paid would count twice."""
        with self._changed:
            self._was_freed = self.slice_of(pass_name) > 0 or self._was_freed
            self.set_slice(pass_name, 0.0)

    @property
    def was_freed(self) -> bool:
        """Whether what was kept for a pass that has run is there for directories."""
        return self._was_freed

    def free_slices(self) -> bool:
        """When the passes that they were kept for have run. Whether directories have more now."""
        with self._changed:
            has_more = any(self._slices.values()) or self._was_freed
            self._slices.clear()
            self._was_freed = False
            return has_more

    def forget_refusals(self) -> None:
        """Before directories are tried again: what a call may cost is known better by now."""
        self._exhausted = None

    def slice_of(self, pass_name: str) -> float:
        with self._changed:
            return self._slices.get(pass_name, 0.0)

    @contextmanager
    def reserved(
        self, pass_name: str, usd: float | None, stop: StopSignal, least: float | None = None
    ) -> Iterator[float]:
        """Reserve `usd`, the most that one attempt can cost, until it is made and billed; or what
        there is of it, if that is `least` or more. Gives what is reserved.

        Waits while only other calls' reservations are in the way, since most cost less in the end.
        Raises MoneyExhausted when too little is left, and Interrupted when stopped. None, an
        unknown price, reserves nothing.
        """
        most = usd or 0.0
        ticket = self._reserve(pass_name, most, most if least is None else min(least, most), stop)
        try:
            yield self._reservations[ticket]
        finally:
            with self._changed:
                del self._reservations[ticket]
                self._changed.notify_all()

    def bill(self, line: LedgerLine) -> None:
        """Add an attempt, answered or not. It counts at once, on top of its own reservation."""
        with self._changed:
            self._lines.append(line)
            self._spent += line.usd or 0.0
            if usd := _of_directory(line):
                self._asked.append(usd)

    def _reserve(self, pass_name: str, most: float, least: float, stop: StopSignal) -> int:
        cancel = stop.on_set(self._wake)
        try:
            with self._changed:
                while (usd := self._fitting(pass_name, most, least)) is None:
                    stop.check()
                    self._changed.wait()
                stop.check()
                self._tickets += 1
                self._reservations[self._tickets] = usd
                return self._tickets
        finally:
            cancel()

    def _fitting(self, pass_name: str, most: float, least: float) -> float | None:
        """What can be reserved now; None while `least` cannot, and MoneyExhausted when it never
        can."""
        usable = self._usable(pass_name)
        if self._spent + least > usable:
            raise self._refused(pass_name, least, usable)
        taken = self._spent + sum(self._reservations.values())
        return max(least, min(most, usable - taken)) if taken + least <= usable else None

    def _usable(self, pass_name: str) -> float:
        kept = sum(self._slices_beside(pass_name).values())
        return inf if self._cap is None else self._cap - kept

    def _slices_beside(self, pass_name: str) -> dict[str, float]:
        return {name: usd for name, usd in self._slices.items() if usd and name != pass_name}

    def _refused(self, pass_name: str, usd: float, usable: float) -> MoneyExhausted:
        fits_no_run = usd > usable
        again = "only a higher --max-usd helps" if fits_no_run else "run again to go on from here"
        slices = "".join(
            f", {money(kept)} is reserved for the {name}"
            for name, kept in self._slices_beside(pass_name).items()
        )
        cap = self._cap or 0.0
        refusal = MoneyExhausted(
            f"the next call may cost up to {money(usd)}, and {money(max(usable - self._spent, 0))} "
            f"is left of the cap of {money(cap)} ({money(self._spent)} is spent{slices}); "
            f"{again}",
            fits_no_run=fits_no_run,
            needs=cap - usable + usd + (0.0 if fits_no_run else self._spent),
        )
        if pass_name == DIRECTORY:
            self._asked.append(usd)
        if pass_name == DIRECTORY and not fits_no_run:
            self._exhausted = min(self._exhausted or refusal, refusal, key=lambda each: each.needs)
        return refusal

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


def _of_directory(line: LedgerLine) -> float:
    return (line.usd or 0.0) if line.pass_name == DIRECTORY else 0.0
