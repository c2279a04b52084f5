"""A client around one model, with a budget of its own: its calls are retried and billed."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

from luminos_core.calls.budget import Budget
from luminos_core.calls.client import CallContext, ModelClient
from luminos_core.calls.rate_limiter import RateLimiter
from luminos_core.calls.retry import RetryPolicy
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, ModelResponse, Usage
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.event import Event
from luminos_core.stop import StopSignal

QUICK = RetryPolicy(attempts=3, first_delay=0.01, longest_delay=0.02)
MANY = RetryPolicy(attempts=100, first_delay=0.01, longest_delay=0.02)
_CALL = CallContext(DIRECTORY, "src")


class BilledClient:
    """`bill`: for each attempt that the server counted, whether it was answered, and its tokens."""

    def __init__(
        self,
        model: Model,
        policy: RetryPolicy = QUICK,
        cap: float | None = None,
        jitter: Callable[[], float] = random.random,
        longest_outage: float = 600.0,
    ) -> None:
        self.model = model
        self.events: list[Event] = []
        self.budget = Budget(cap)
        self.rate_limiter = RateLimiter(8, longest_outage=longest_outage)
        self.client = ModelClient(
            model=model,
            rate_limiter=self.rate_limiter,
            budget=self.budget,
            prices=PriceBook(),
            observe=self.events.append,
            now=lambda: datetime.now(UTC),
            policy=policy,
            random=jitter,
        )

    def complete(self, request: ModelRequest, stop: StopSignal) -> ModelResponse:
        return self.client.complete(request, _CALL, stop)

    @property
    def bill(self) -> list[tuple[bool, Usage]]:
        return [
            (
                line.answered,
                Usage(
                    input=line.input,
                    output=line.output,
                    cache_read=line.cache_read,
                    cache_write=line.cache_write,
                ),
            )
            for line in self.budget.lines
        ]
