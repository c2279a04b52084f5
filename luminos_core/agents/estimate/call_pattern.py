"""The calls of one conversation, as the server counts their tokens.

Each call sends the whole conversation so far: the prefix of tools and system text that all
conversations of a pass share, then every message. The server keeps the prefix, and the messages of
a conversation in which something is left to read; all else is input to each call again.
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
    input: float = 0.0  # that is not kept


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
    is_kept: bool = False  # the server is asked to keep the messages

    @property
    def count(self) -> float:
        """The number of calls on average."""
        return 1 + self.reading_calls + self.search_calls

    def calls(self, prefix: float, *, cached: float = 0.0, keeps_prefix: bool) -> Iterator[Call]:
        """The calls on average, of which the first finds `cached` tokens. What is new to a call
        that may not be made is new to the next."""
        kept = prefix if keeps_prefix or self.is_kept else 0.0
        messages = self.first_message + prefix - kept  # that nothing is known of
        for chance, result in self._earlier_calls():
            yield self._call(chance, cached, kept, messages, self.request)
            cached += chance * (kept - cached)
            if self.is_kept:
                cached += chance * messages
                kept, messages = kept + messages, 0.0
            messages += chance * self.request + result
        yield self._call(1.0, cached, kept, messages, self.answer)

    def _call(
        self, count: float, cached: float, kept: float, messages: float, output: float
    ) -> Call:
        """`kept` tokens are in the cache after it, and the `messages` behind them if they are
        kept."""
        written = kept - cached + (messages if self.is_kept else 0.0)
        return Call(count, cached, written, output, 0.0 if self.is_kept else messages)

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

    @property
    def is_empty(self) -> bool:
        return not self._brackets

    def add(self, calls: Iterable[Call]) -> None:
        for call in calls:
            bracket = int(call.input + call.cache_read + call.cache_write) // _BRACKET
            total = self._brackets.get(bracket, Call(0.0, 0.0, 0.0, 0.0))
            self._brackets[bracket] = Call(
                total.count + call.count,
                total.cache_read + call.count * call.cache_read,
                total.cache_write + call.count * call.cache_write,
                total.output + call.count * call.output,
                total.input + call.count * call.input,
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
            input=round(sum(total.input for total in totals)),
            output=round(sum(total.output for total in totals)),
            cache_read=round(sum(total.cache_read for total in totals)),
            cache_write=round(sum(total.cache_write for total in totals)),
            usd=usd,
        )


def _mean(total: Call) -> Usage:
    return Usage(
        input=round(total.input / total.count),
        cache_read=round(total.cache_read / total.count),
        cache_write=round(total.cache_write / total.count),
        output=round(total.output / total.count),
    )
