"""What an attempt at a call can cost, and how long its answer may be for what is reserved."""

from dataclasses import dataclass
from datetime import datetime

from luminos_core.calls.token_meter import KeptPrompt
from luminos_core.llm.pricing import PriceBook
from luminos_core.records.conversation import ModelRequest, Usage


@dataclass(frozen=True)
class Reservation:
    """US dollars. Either prompt price is of the whole prompt."""

    prompt: float  # at its dearest
    kept_prompt: float  # while the server has the beginning of it in its cache
    answer_token: float
    max_tokens: int
    least_tokens: int  # of an answer that is of use

    @property
    def most(self) -> float:
        return self.prompt + self.max_tokens * self.answer_token

    @property
    def least(self) -> float:
        return min(self.kept_prompt + self.least_tokens * self.answer_token, self.most)

    def answer_tokens(self, usd: float) -> int:
        """The longest answer that `usd`, which is `least` or more, pays."""
        if usd >= self.most or not self.answer_token:
            return self.max_tokens
        for prompt in (self.prompt, self.kept_prompt):
            tokens = int((usd - prompt) / self.answer_token)
            if tokens >= self.least_tokens:
                return min(tokens, self.max_tokens)
        return self.least_tokens


def reservation(
    prices: PriceBook,
    request: ModelRequest,
    tokens: int,
    kept: KeptPrompt,
    least_tokens: int,
    now: datetime,
) -> Reservation | None:
    """`tokens`: of its prompt, at most; `least_tokens` is 0 when no shorter answer is of use. None
    for a model of unknown price."""
    most = request.max_tokens
    dearest = prices.worst_usd(request.model, tokens, 0, now)
    answered = prices.worst_usd(request.model, tokens, most, now)
    if dearest is None or answered is None:
        return None
    least = min(least_tokens or most, most)
    cheapest = dearest
    if least_tokens and kept.tokens:
        new = max(tokens - kept.tokens, 0)
        is_written = request.kept_messages != 0
        usage = Usage(
            cache_read=kept.tokens,
            cache_write=new if is_written else 0,
            input=0 if is_written else new,
        )
        cheapest = min(prices.usd(request.model, usage, now) or 0.0, dearest)
    return Reservation(dearest, cheapest, (answered - dearest) / most, most, least)
