"""What a call costs."""

# ruff: noqa: PLC0415 - the table of prices takes 0.4 s to load

from datetime import datetime

from luminos_core.records.conversation import Usage

STATIC_MODEL = "static"  # the built-in investigator's model id: it runs here and costs nothing


def load_prices() -> None:
    """Load the table now, at a moment when nobody waits for it."""
    import genai_prices

    genai_prices.data_snapshot.get_snapshot()


def usd(model: str, usage: Usage, on: datetime) -> float | None:
    """US dollars for one call made at `on` (UTC); None when the model's price is unknown, never 0.

    `usage` is of one call: some models cost more per token above a prompt length, so the price of
    a sum is not the sum of the prices. Source: genai-prices' own table, offline.
    """
    if model == STATIC_MODEL:
        return 0.0
    from genai_prices import Usage as Tokens
    from genai_prices import calc_price

    tokens = Tokens(
        input_tokens=usage.context,  # with those of the cache, unlike the Messages API's count
        output_tokens=usage.output,
        cache_read_tokens=usage.cache_read,
        cache_write_tokens=usage.cache_write,
    )
    try:
        price = calc_price(tokens, model, provider_id="anthropic", genai_request_timestamp=on)
    except LookupError:
        return None
    return float(price.total_price)
