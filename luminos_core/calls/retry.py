"""When a model call is made again, and after how long."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from luminos_core.errors import QuotaExhausted
from luminos_core.llm.failed_attempt import FailedAttempt


@dataclass(frozen=True)
class RetryPolicy:
    """How often, and how long to wait in between (seconds)."""

    attempts: int = 6
    first_delay: float = 1.0  # doubles with each failure
    longest_delay: float = 60.0
    longest_retry_after: float = 600.0  # a server that asks for more has no answer for this run

    def delay(self, failures: int, chance: float) -> float:
        """Exponential backoff with full jitter; `chance` is in [0, 1)."""
        return chance * min(self.longest_delay, self.first_delay * 2.0 ** (failures - 1))

    def wait(self, failure: FailedAttempt, failures: int, chance: float) -> float:
        """Never less than the server asked for; jitter keeps callers from coming back as one.
        QuotaExhausted when it asks for more than is granted."""
        asked = failure.retry_after or 0.0
        if asked > self.longest_retry_after:
            returns_at = datetime.now(UTC) + timedelta(seconds=asked)
            raise QuotaExhausted(
                f"{failure}; next answer {returns_at:%Y-%m-%d %H:%M} UTC", returns_at
            )
        return asked + self.delay(failures, chance)
