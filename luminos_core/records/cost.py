"""What was bought, by pass and model."""

from enum import StrEnum

from luminos_core.records.base import Record


class Pass(StrEnum):
    SURVEY = "survey"
    PLAN = "plan"
    DIRECTORY = "directory"
    SYNTHESIS = "synthesis"


class ModelUsage(Record):
    """Calls of one pass to one model. `usd` is None when the model's price is unknown, never 0."""

    pass_name: Pass
    model: str
    calls: int
    input: int
    output: int
    cache_read: int
    cache_write: int
    usd: float | None
