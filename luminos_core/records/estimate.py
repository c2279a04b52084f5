"""The estimated cost of a run."""

from luminos_core.records.base import Record
from luminos_core.records.cost import ModelUsage


class Estimate(Record):
    """US dollars are None when a price is unknown, never 0."""

    directories: int  # to investigate
    stored: int  # directories whose stored result is used, which costs nothing again
    kept: int = 0  # of them, those whose result is another model's
    could_be_kept: int = 0  # to investigate, though there is such a result
    usage: tuple[ModelUsage, ...] = ()  # by pass; () when nothing has to be bought
    usd: float | None = 0.0
    usd_low: float | None = 0.0  # of a model of few words that looks once
    usd_high: float | None = 0.0  # of one that reads everything and looks again
    unknown_prices: tuple[str, ...] = ()  # models
    calibration: float = 1.0  # what earlier runs' directories cost of their estimate; applied here

    @property
    def buys_nothing(self) -> bool:
        return not self.usage

    @property
    def calls(self) -> int:
        return sum(used.calls for used in self.usage)

    @property
    def tokens(self) -> int:
        """Of all four kinds."""
        return sum(
            used.input + used.output + used.cache_read + used.cache_write for used in self.usage
        )
