"""What was bought."""

from luminos_core.records.base import Record

DIRECTORY = "directory"  # the name of the pass over directories, one of which a call belongs to


class LedgerLine(Record):
    """One attempt at a model call, as far as the server counted it. `usd` is None when the model's
    price is unknown, never 0."""

    at: str  # ISO 8601, UTC
    pass_name: str
    directory: str  # its path; "(survey)" and the like for the other passes
    model: str  # as the server names it
    input: int
    output: int
    cache_read: int
    cache_write: int
    usd: float | None
    answered: bool  # False: it was counted, and gave no answer

    @property
    def tokens(self) -> int:
        return self.input + self.output + self.cache_read + self.cache_write


class ModelUsage(Record):
    """Calls of one pass to one model. `usd` is None when the model's price is unknown, never 0."""

    pass_name: str
    model: str
    calls: int
    input: int
    output: int
    cache_read: int
    cache_write: int
    usd: float | None


class Spending(Record):
    """The sum of one pass's, model's or directory's attempts. `usd` is None when one price is
    unknown, never 0."""

    name: str
    calls: int  # the attempts that gave no answer included
    input: int
    output: int
    cache_read: int
    cache_write: int
    usd: float | None

    @property
    def tokens(self) -> int:
        return self.input + self.output + self.cache_read + self.cache_write
