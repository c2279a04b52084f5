"""The calls of one conversation, as the server will count their tokens.

Each call has the whole conversation before it: the prefix of tools and system text that all
conversations of a pass share, then everything that was said. The server reads from its cache what
an earlier call has sent and writes what is new, so that next to nothing is plain input.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil

from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage, Pass

_CHARACTERS_A_TOKEN = 4  # of English and of code, on average
_BRACKET = 50_000  # tokens; the lengths at which a model's price changes are multiples of it


def tokens(characters: float) -> float:
    return characters / _CHARACTERS_A_TOKEN


def tokens_of(text: str) -> float:
    """As ASCII JSON, where what is neither English nor code is longer, as it has more tokens."""
    return tokens(len(json.dumps(text)))


@dataclass(frozen=True)
class Call:
    """So many calls of this size: 0.3 is one in three conversations or so."""

    count: float
    read: float
    written: float
    answer: float


@dataclass(frozen=True)
class Conversation:
    """What one conversation is made of, in tokens. Its last call is `answer`."""

    prefix: float
    prefix_is_cached: bool  # by an earlier conversation of the pass
    first: float  # the first message
    answer: float
    asks: float = 0.0  # written by each call before the last
    readings: float = 0.0  # such calls, in which files are read
    read: float = 0.0  # what all of these are answered with
    looks: float = 0.0  # such calls of a model that looks again
    look: float = 0.0  # what each of these is answered with

    def calls(self) -> Iterator[Call]:
        """On average: what is new to a call that may not be made is then new to the next one."""
        held = self.prefix if self.prefix_is_cached else 0.0
        new = self.first + self.prefix - held
        for chance, result in self._before_the_last():
            yield Call(chance, held, new, self.asks)
            held, new = held + chance * new, (1 - chance) * new + chance * self.asks + result
        yield Call(1.0, held, new, self.answer)

    def _before_the_last(self) -> Iterator[tuple[float, float]]:
        """The chance of each call, and what it is answered with on average."""
        for count, told in ((self.readings, self.read), (self.looks, self.looks * self.look)):
            steps = ceil(count)
            yield from [(count / steps, told / steps)] * steps if steps else ()


@dataclass
class Tally:
    """Calls added up, by the length of their prompts: within a bracket a price is linear in
    tokens, so that the price of the mean call is the mean price."""

    _brackets: dict[int, tuple[float, float, float, float]] = field(default_factory=dict)

    def add(self, calls: Iterable[Call]) -> None:
        for call in calls:
            bracket = int(call.read + call.written) // _BRACKET
            count, read, written, answers = self._brackets.get(bracket, (0.0, 0.0, 0.0, 0.0))
            self._brackets[bracket] = (
                count + call.count,
                read + call.count * call.read,
                written + call.count * call.written,
                answers + call.count * call.answer,
            )

    def usage(
        self, pass_name: Pass, model: str, price: Callable[[str, Usage], float | None]
    ) -> ModelUsage:
        """The sum; `price` is that of a single call."""
        usd: float | None = 0.0
        for count, read, written, answers in self._brackets.values():
            mean = Usage(
                cache_read=round(read / count),
                cache_write=round(written / count),
                output=round(answers / count),
            )
            one = price(model, mean)
            usd = None if one is None or usd is None else usd + count * one
        count, read, written, answers = map(sum, zip(*self._brackets.values(), strict=True))
        return ModelUsage(
            pass_name=pass_name,
            model=model,
            calls=round(count),
            input=0,
            output=round(answers),
            cache_read=round(read),
            cache_write=round(written),
            usd=usd,
        )
