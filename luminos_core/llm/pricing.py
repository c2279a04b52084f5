"""What a call costs, and the most that it can cost."""

# ruff: noqa: PLC0415 - the table of prices takes 0.4 s to load

import re
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path

from luminos_core.llm.price_file import Price, read_prices
from luminos_core.records.conversation import Usage

_MILLION = 1_000_000
_DATED = re.compile(r"-20\d{6}$")  # a server may name the day on which a model was made


def load_prices() -> None:
    """Load the table now, and not during the first call."""
    import genai_prices

    genai_prices.data_snapshot.get_snapshot()


def read_price_book(path: Path | None, provider: str = "anthropic") -> "PriceBook":
    """The book with the user's own prices, if `path` names a file; SettingsError when it is bad."""
    return PriceBook(read_prices(path) if path else (), provider)


class PriceBook:
    """The user's own prices, and those of genai-prices' table, offline, for all other models."""

    def __init__(self, own: Iterable[Price] = (), provider: str = "anthropic") -> None:
        """`provider`: whose models they are, as genai-prices names it."""
        self._provider = provider
        self._own = sorted(own, key=lambda price: price.begins, reverse=True)

    def usd(self, model: str, usage: Usage, on: datetime) -> float | None:
        """US dollars for one call made at `on` (UTC); None when the model's price is unknown,
        never 0.

        `usage` is of one call: some models cost more per token above a prompt length, so the
        price of a sum is not the sum of the prices.
        """
        if own := self._own_price(model, on.date()):
            return _own_usd(own, usage)
        return _listed_usd(model, usage, on, self._provider)

    def worst_usd(
        self, model: str, context_tokens: int, max_tokens: int, on: datetime
    ) -> float | None:
        """The most that one call can cost: all of its context at the dearest of the three rates
        that a prompt's tokens have, and an answer of `max_tokens`. None when unknown."""
        contexts = (
            Usage(input=context_tokens),
            Usage(cache_write=context_tokens),
            Usage(cache_read=context_tokens),
        )
        answer = Usage(output=max_tokens)
        prices = [self.usd(model, context + answer, on) for context in contexts]
        known = [price for price in prices if price is not None]
        return max(known) if len(known) == len(prices) else None

    def _own_price(self, model: str, on: date) -> Price | None:
        """The latest of the user's prices for `model` that had begun."""
        names = (model, _DATED.sub("", model))
        return next((p for p in self._own if p.model in names and p.begins <= on), None)


def context_bound(byte_count: int) -> int:
    """At most so many tokens are in a request of `byte_count` bytes of JSON in UTF-8.

    English and code have 3 to 4 bytes a token, Chinese 3, digits and base64 little more than 2,
    and what JSON escapes has more bytes than characters: so 2 is safe for text of any kind.
    """
    return -(-byte_count // 2)


def _own_usd(price: Price, usage: Usage) -> float:
    cache_write = price.input if price.cache_write is None else price.cache_write
    cache_read = price.input if price.cache_read is None else price.cache_read
    return (
        usage.input * price.input
        + usage.output * price.output
        + usage.cache_write * cache_write
        + usage.cache_read * cache_read
    ) / _MILLION


def _listed_usd(model: str, usage: Usage, on: datetime, provider: str) -> float | None:
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    tokens = Tokens(
        input_tokens=usage.context,  # with those of the cache, unlike the Messages API's count
        output_tokens=usage.output,
        cache_read_tokens=usage.cache_read,
        cache_write_tokens=usage.cache_write,
    )
    try:
        price = calc_price(tokens, model, provider_id=provider, genai_request_timestamp=on)
    except LookupError:
        return None
    return float(price.total_price)
