"""Rate limits, as a server's response reports them."""

from luminos_core.records.base import Record


class Allowance(Record):
    """A field is None when the server did not say."""

    limit: int | None = None
    remaining: int | None = None
    resets_in: float | None = None  # seconds from the response until `remaining` is `limit`


class RateLimits(Record):
    requests: Allowance = Allowance()
    tokens: Allowance = Allowance()  # of the tightest limit, input and output together
    input_tokens: Allowance = Allowance()  # without cache reads
    output_tokens: Allowance = Allowance()
