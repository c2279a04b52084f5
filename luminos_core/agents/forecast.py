"""The calls of one conversation, as the server will count their tokens.

Each call has the whole conversation before it: the prefix of system text and tools that all
conversations of a pass share, then everything that was said. The server reads from its cache what
an earlier call has sent, and writes what is new; the answer is written with the next call.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from luminos_core.records.conversation import Usage
from luminos_core.records.cost import ModelUsage, Pass

CHARACTERS_A_TOKEN = 4  # of English and code, on average

_BRACKET = 50_000  # tokens; the lengths at which a prompt's price changes are multiples of it


@dataclass(frozen=True)
class Conversation:
    """What one conversation is made of, in tokens."""

    prefix: int
    first: float  # the first message
    answers: tuple[float, ...]  # what each call writes
    results: tuple[float, ...]  # what the tools answered between them: one fewer
    looks: float = 0.0  # calls more, of a model that looks again: a share of one is a chance
    look: float = 0.0  # what such a call asks and is answered

    def calls(self) -> Iterator["Call"]:
        held, new = 0.0, self.first
        for answer, result in zip(self.answers, (*self.results, 0.0), strict=True):
            yield Call(1.0, self.prefix + held, new, answer)
            held, new = held + new, answer + result
        if self.looks:
            yield Call(self.looks, self.prefix + held, self.look, self.look / 2)


@dataclass(frozen=True)
class Call:
    """So many calls of this size; 0.3 is one in three conversations or so."""

    count: float
    read: float
    written: float
    answer: float


@dataclass
class Tally:
    """Calls added up, such that their prices can be told from few questions: prices are linear
    in tokens, but for models that cost more above a length of the prompt."""

    _brackets: dict[int, tuple[float, float, float, float]] = field(default_factory=dict)

    def add(self, calls: Iterable[Call]) -> None:
        for call in calls:
            bracket = int(call.read + call.written) // _BRACKET
            count, read, written, answered = self._brackets.get(bracket, (0.0, 0.0, 0.0, 0.0))
            self._brackets[bracket] = (
                count + call.count,
                read + call.count * call.read,
                written + call.count * call.written,
                answered + call.count * call.answer,
            )

    def usage(
        self, pass_name: Pass, model: str, price: Callable[[str, Usage], float | None]
    ) -> ModelUsage:
        """The sum, with its price by `price` of a single call."""
        usd: float | None = 0.0
        for count, read, written, answered in self._brackets.values():
            mean = Usage(
                cache_read=round(read / count),
                cache_write=round(written / count),
                output=round(answered / count),
            )
            one = price(model, mean)
            usd = None if one is None or usd is None else usd + count * one
        totals = [sum(part) for part in zip(*self._brackets.values(), strict=True)]
        count, read, written, answered = map(round, totals or (0.0, 0.0, 0.0, 0.0))
        return ModelUsage(
            pass_name=pass_name,
            model=model,
            calls=count,
            input=0,
            output=answered,
            cache_read=read,
            cache_write=written,
            usd=usd,
        )
