"""A time in which the server answers nobody."""

from dataclasses import dataclass, field

from luminos_core.llm.failed_attempt import Affects

_CERTAIN = 3  # failures without an answer in between; one or two are nobody else's affair


@dataclass
class Outage:
    """Belongs to the rate limiter, whose lock guards it. Times are seconds on the limiter's clock.

    Once it is certain, all calls are held, and one at a time is made to find out whether the server
    is back.
    """

    began: float
    probes_at: float  # no call is made before
    failures: int = 0
    probes: int = 0  # of them, while all others were held
    probing: bool = False  # a call is being made
    _callers: set[str] = field(default_factory=set)
    _is_of_all: bool = False

    @property
    def is_certain(self) -> bool:
        return self.failures >= _CERTAIN

    @property
    def concerns_all(self) -> bool:
        """Whether it cannot be a single caller's request that the server fails at."""
        return self._is_of_all or len(self._callers) > 1

    def add(self, caller: str, affects: Affects, *, is_probe: bool) -> None:
        self.failures += 1
        self.probes += is_probe
        self._callers.add(caller)
        self._is_of_all = self._is_of_all or affects is Affects.ALL
