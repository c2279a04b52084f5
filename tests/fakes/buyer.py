"""A caller of its own around one model: what is asked of it is retried and billed."""

import random
from collections.abc import Callable
from datetime import UTC, datetime

from luminos_core.calls.account import Account
from luminos_core.calls.caller import Caller, Errand
from luminos_core.calls.retry import RetryPolicy
from luminos_core.calls.throttle import Throttle
from luminos_core.llm.model import Model
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, Turn, Usage
from luminos_core.records.cost import Pass
from luminos_core.records.event import Event
from luminos_core.stop import StopSignal

QUICK = RetryPolicy(attempts=3, first_delay=0.01, longest_delay=0.02)
ERRAND = Errand(Pass.DIRECTORY, "src")


class Buyer:
    """`bill`: for each attempt that the server counted, whether it was answered, and its tokens."""

    def __init__(
        self,
        model: Model,
        policy: RetryPolicy = QUICK,
        cap: float | None = None,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.model = model
        self.events: list[Event] = []
        self.account = Account(cap)
        self.throttle = Throttle(8)
        self.caller = Caller(
            model=model,
            throttle=self.throttle,
            account=self.account,
            prices=PriceBook(),
            observe=self.events.append,
            now=lambda: datetime.now(UTC),
            policy=policy,
            chance=chance,
        )

    def turn(self, request: ModelRequest, stop: StopSignal) -> Turn:
        return self.caller.answer(request, ERRAND, stop)

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
            for line in self.account.lines
        ]
