"""The one place where a model call is made again."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from luminos_core.errors import ModelUnavailable, QuotaExhausted
from luminos_core.records.conversation import Turn, Usage
from luminos_core.stop import StopSignal


class FailedAttempt(Exception):
    """An attempt worth making again; it never leaves the adapter.

    `retry_after`: seconds the server asked us to wait. `usage`: what the server had counted.
    """

    def __init__(
        self, reason: str, *, retry_after: float | None = None, usage: Usage | None = None
    ) -> None:
        super().__init__(reason)
        self.retry_after = retry_after
        self.usage = usage or Usage()


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


def retried(
    attempt: Callable[[], Turn],
    policy: RetryPolicy,
    stop: StopSignal,
    chance: Callable[[], float] = random.random,
) -> Turn:
    """The first answer, with the usage of the attempts before it as `wasted`.

    Raises ModelUnavailable after the last attempt, QuotaExhausted when the server asks for a
    longer wait than the policy grants, Interrupted when stopped, and whatever `attempt` raises
    that is no FailedAttempt.
    """
    wasted = Usage()
    for failures in range(1, policy.attempts + 1):
        stop.check()
        try:
            return attempt().model_copy(update={"wasted": wasted})
        except FailedAttempt as failed:
            failure = failed
        wasted += failure.usage
        _give_up_if_told(failure, policy)
        if failures < policy.attempts:
            stop.wait(_wait(failure, policy.delay(failures, chance())))
    stop.check()
    raise ModelUnavailable(f"no answer in {policy.attempts} attempts; at the last, {failure}")


def _wait(failure: FailedAttempt, delay: float) -> float:
    """Never less than the server asked for; jitter keeps callers from coming back as one."""
    return (failure.retry_after or 0.0) + delay


def _give_up_if_told(failure: FailedAttempt, policy: RetryPolicy) -> None:
    asked = failure.retry_after or 0.0
    if asked > policy.longest_retry_after:
        returns_at = datetime.now(UTC) + timedelta(seconds=asked)
        raise QuotaExhausted(f"{failure}; next answer {returns_at:%Y-%m-%d %H:%M} UTC", returns_at)
