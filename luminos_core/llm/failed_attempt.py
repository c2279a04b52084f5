"""An attempt at a model call that gave no answer."""

from dataclasses import dataclass, field

from luminos_core.errors import LuminosError
from luminos_core.records.conversation import Usage


@dataclass(eq=False)
class FailedAttempt(Exception):
    """Another attempt is worth making. The model client never raises it."""

    reason: str
    retry_after: float | None = None  # seconds that the server asked for
    usage: Usage = field(default_factory=Usage)  # that the server had counted
    congested: bool = False  # the server had too many calls
    final: LuminosError | None = None  # why no other attempt is worth making after all

    def __str__(self) -> str:
        return self.reason
