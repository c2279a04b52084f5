"""When a model call is retried, and after how long."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from luminos_core.errors import QuotaExhausted
from luminos_core.llm.failed_attempt import FailedAttempt

_MOST_DOUBLINGS = 99  # far beyond any longest delay, and no overflow


@dataclass(frozen=True)
class RetryPolicy:
    """How often, and how long to wait in between (seconds)."""

    attempts: int = 6
    first_delay: float = 1.0  # doubles with each failure
    longest_delay: float = 60.0
    longest_probe_delay: float = 15.0  # between calls that find out whether the server is back
    longest_retry_after: float = 600.0  # a server that asks for more ends the run's calls

    def delay(self, failures: int, jitter: float) -> float:
        """Exponential backoff with full jitter; `jitter` is in [0, 1)."""
        doublings = min(failures - 1, _MOST_DOUBLINGS)
        return jitter * min(self.longest_delay, self.first_delay * 2.0**doublings)

    def wait(self, failure: FailedAttempt, failures: int, jitter: float) -> float:
        """Seconds, never less than the server asked for. QuotaExhausted when it asks for more than
        `longest_retry_after`."""
        asked = failure.retry_after or 0.0
        if asked > self.longest_retry_after:
            returns_at = datetime.now(UTC) + timedelta(seconds=asked)
            raise QuotaExhausted(
                f"{failure}; next answer {returns_at:%Y-%m-%d %H:%M} UTC", returns_at
            )
        return asked + self.delay(failures, jitter)

    def probe_delay(self, failure: FailedAttempt, probes: int, jitter: float) -> float:
        """Seconds until the next of the calls that ask whether the server is back."""
        longest = min(self.longest_probe_delay, self.longest_delay)
        return (failure.retry_after or 0.0) + min(self.delay(probes + 1, jitter), longest)
