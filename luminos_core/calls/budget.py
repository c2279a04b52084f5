"""What a run has bought, and what is set aside for the calls under way."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from luminos_core.errors import MoneyExhausted
from luminos_core.records.cost import LedgerLine, Pass
from luminos_core.stop import StopSignal
from luminos_core.text.formats import money


class Budget:
    """Shared by the threads of a run. While each attempt costs at most what it has reserved, what
    is spent never exceeds the cap."""

    def __init__(
        self, cap: float | None, synthesis_slice: float = 0.0, lines: Iterable[LedgerLine] = ()
    ) -> None:
        """US dollars; no cap if None. `synthesis_slice`: the part of the cap that no other pass
        may use. `lines`: what the same run has bought before it was taken up again."""
        self._cap = cap
        self._slice = synthesis_slice
        self._lines = list(lines)
        self._spent = sum(line.usd or 0.0 for line in self._lines)
        self._reservations: dict[int, float] = {}
        self._tickets = 0
        self._exhausted: MoneyExhausted | None = None
        self._changed = threading.Condition()  # on a lock that a signal handler can take again

    @property
    def is_capped(self) -> bool:
        return self._cap is not None

    @property
    def lines(self) -> tuple[LedgerLine, ...]:
        with self._changed:
            return tuple(self._lines)

    @property
    def spent(self) -> float:
        """US dollars, for the attempts whose price is known."""
        with self._changed:
            return self._spent

    @property
    def exhausted(self) -> MoneyExhausted | None:
        """Why a directory's call was not made; None while all have been. A call that fits into no
        run of this cap is passed over, or it would stop every run at the same place."""
        return self._exhausted

    def set_aside(self, usd: float) -> None:
        """Keep this part of the cap for the synthesis from now on."""
        with self._changed:
            self._slice = usd

    @contextmanager
    def reserved(self, pass_name: Pass, usd: float | None, stop: StopSignal) -> Iterator[None]:
        """Set aside `usd`, the most that one attempt can cost, until it has been made and entered.

        Waits while only other calls' reservations are in the way, since most of them cost less in
        the end. Raises MoneyExhausted when what is spent leaves too little, Interrupted when
        stopped. None, an unknown price, reserves nothing.
        """
        ticket = self._reserve(pass_name, usd or 0.0, stop)
        try:
            yield
        finally:
            with self._changed:
                del self._reservations[ticket]
                self._changed.notify_all()

    def enter(self, line: LedgerLine) -> None:
        """Put an attempt on the bill, an answer or not. It counts at once, on top of its own
        reservation while that lasts."""
        with self._changed:
            self._lines.append(line)
            self._spent += line.usd or 0.0

    def _reserve(self, pass_name: Pass, usd: float, stop: StopSignal) -> int:
        forget = stop.on_set(self._wake)
        try:
            with self._changed:
                while not self._fits(pass_name, usd):
                    stop.check()
                    self._changed.wait()
                stop.check()
                self._tickets += 1
                self._reservations[self._tickets] = usd
                return self._tickets
        finally:
            forget()

    def _fits(self, pass_name: Pass, usd: float) -> bool:
        """Whether the attempt can be paid now; MoneyExhausted when it never can."""
        if self._cap is None:
            return True
        usable = self._cap if pass_name is Pass.SYNTHESIS else self._cap - self._slice
        if self._spent + usd > usable:
            raise self._refused(pass_name, usd, usable)
        return self._spent + sum(self._reservations.values()) + usd <= usable

    def _refused(self, pass_name: Pass, usd: float, usable: float) -> MoneyExhausted:
        fits_no_run = usd > usable
        again = "only a higher --max-usd helps" if fits_no_run else "run again to go on from here"
        refusal = MoneyExhausted(
            f"the cap of {money(self._cap)} is reached: {money(self._spent)} is spent"
            f"{self._set_aside(pass_name)} and the next call may cost up to {money(usd)}; {again}",
            fits_no_run=fits_no_run,
        )
        if pass_name is Pass.DIRECTORY and not fits_no_run:
            self._exhausted = self._exhausted or refusal
        return refusal

    def _set_aside(self, pass_name: Pass) -> str:
        if pass_name is Pass.SYNTHESIS or not self._slice:
            return ""
        return f", {money(self._slice)} is set aside for the synthesis"

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()
