"""The calls of one conversation, as the server counts their tokens.

Each call sends the whole conversation so far: the prefix of tools and system text that all
conversations of a pass share, then every message. The server reads from its cache what an earlier
call has sent and writes what is new, so that hardly anything is uncached input.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil

from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage

_CHARACTERS_PER_TOKEN = 4  # of English and of code, on average
_BRACKET = 50_000  # tokens; the lengths at which a model's price changes are multiples of it


def tokens(characters: float) -> float:
    return characters / _CHARACTERS_PER_TOKEN


def text_tokens(text: str) -> float:
    """As ASCII JSON, in which other scripts are longer, as they have more tokens."""
    return tokens(len(json.dumps(text)))


@dataclass(frozen=True)
class Call:
    """The tokens of `count` equal calls: 0.3 is a call in three of ten conversations."""

    count: float
    cache_read: float
    cache_write: float
    output: float


@dataclass(frozen=True)
class CallPattern:
    """The parts of a conversation that cost, in tokens. Its last call's output is `answer`; each
    call before it reads files or searches."""

    first_message: float
    answer: float
    request: float = 0.0  # output of each call before the last
    reading_calls: float = 0.0
    read: float = 0.0  # results of all of these together
    search_calls: float = 0.0
    search_result: float = 0.0  # of each of these

    @property
    def count(self) -> float:
        """The number of calls on average."""
        return 1 + self.reading_calls + self.search_calls

    def calls(self, prefix: float, *, prefix_is_cached: bool) -> Iterator[Call]:
        """The calls on average. What is new to a call that may not be made is new to the next."""
        cached = prefix if prefix_is_cached else 0.0
        new = self.first_message + prefix - cached
        for chance, result in self._earlier_calls():
            yield Call(chance, cached, new, self.request)
            cached, new = cached + chance * new, (1 - chance) * new + chance * self.request + result
        yield Call(1.0, cached, new, self.answer)

    def _earlier_calls(self) -> Iterator[tuple[float, float]]:
        """The chance of each call before the last, and the tokens of its results on average."""
        searched = self.search_calls * self.search_result
        for count, results in ((self.reading_calls, self.read), (self.search_calls, searched)):
            steps = ceil(count)
            yield from [(count / steps, results / steps)] * steps if steps else ()


@dataclass
class CallTally:
    """Calls added up by the length of their prompts: within a bracket a price is linear in tokens,
    so that the price of the mean call is the mean price."""

    _brackets: dict[int, Call] = field(default_factory=dict)  # sums

    def add(self, calls: Iterable[Call]) -> None:
        for call in calls:
            bracket = int(call.cache_read + call.cache_write) // _BRACKET
            total = self._brackets.get(bracket, Call(0.0, 0.0, 0.0, 0.0))
            self._brackets[bracket] = Call(
                total.count + call.count,
                total.cache_read + call.count * call.cache_read,
                total.cache_write + call.count * call.cache_write,
                total.output + call.count * call.output,
            )

    def usage(
        self, pass_name: str, model: str, price: Callable[[str, Usage], float | None]
    ) -> ModelUsage:
        """The sum; `price` is that of a single call."""
        totals = self._brackets.values()
        costs = [price(model, _mean(total)) for total in totals]
        usd: float | None = 0.0
        for total, cost in zip(totals, costs, strict=True):
            usd = None if usd is None or cost is None else usd + total.count * cost
        return ModelUsage(
            pass_name=pass_name,
            model=model,
            calls=round(sum(total.count for total in totals)),
            input=0,
            output=round(sum(total.output for total in totals)),
            cache_read=round(sum(total.cache_read for total in totals)),
            cache_write=round(sum(total.cache_write for total in totals)),
            usd=usd,
        )


def _mean(total: Call) -> Usage:
    return Usage(
        cache_read=round(total.cache_read / total.count),
        cache_write=round(total.cache_write / total.count),
        output=round(total.output / total.count),
    )
