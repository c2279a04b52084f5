"""An attempt at a model call that gave no answer."""

from dataclasses import dataclass, field
from enum import Enum

from luminos_core.errors import LuminosError
from luminos_core.records.conversation import Usage


class Affects(Enum):
    """Whose calls would fail as this attempt did."""

    CALL = "this one's"
    MAYBE_ALL = "this one's or all"
    ALL = "all"  # the server is away, or says that it can serve nobody


@dataclass(eq=False)
class FailedAttempt(Exception):
    """Another attempt is worth making. The model client never raises it."""

    reason: str
    retry_after: float | None = None  # seconds that the server asked for
    usage: Usage = field(default_factory=Usage)  # that the server had counted
    congested: bool = False  # the server had too many calls
    affects: Affects = Affects.CALL
    final: LuminosError | None = None  # why no other attempt is worth making after all

    def __str__(self) -> str:
        return self.reason
