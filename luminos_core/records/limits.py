"""What a server says is left of what it grants."""

from luminos_core.records.base import Record


class Allowance(Record):
    """Of one kind of thing. A field is None when the server did not say."""

    limit: int | None = None
    remaining: int | None = None
    resets_in: float | None = (
        None  # seconds from the answer on, until all of `limit` is there again
    )


class RateLimits(Record):
    """By kind, as of one answer."""

    requests: Allowance = Allowance()
    tokens: Allowance = Allowance()  # of whichever limit is the tightest, in and out together
    input_tokens: Allowance = Allowance()  # what is read from the cache is not counted
    output_tokens: Allowance = Allowance()
