"""How long requirements are checked. No pattern takes long by itself; many files may."""

from collections.abc import Callable
from dataclasses import dataclass

ONE = 20.0  # seconds for a requirement
ALL = 120.0  # and for all of a file


class OutOfTime(Exception):
    """The requirement, or the file, has used up its time."""


@dataclass(frozen=True)
class Deadline:
    clock: Callable[[], float]
    one: float  # when the requirement's time is up
    all: float  # and when the file's is

    def check(self) -> None:
        """OutOfTime, with a clause, when it has passed."""
        now = self.clock()
        if now > self.all:
            raise OutOfTime(f"the requirements together took more than {ALL:.0f} s")
        if now > self.one:
            raise OutOfTime(f"its checks took more than {ONE:.0f} s")
