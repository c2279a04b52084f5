"""An estimate in one line, the same wherever it is told."""

from luminos_core.records.estimate import Estimate
from luminos_core.text import formats
from luminos_core.text.escape import one_line


def estimate_line(estimate: Estimate) -> str:
    """ "12 directories to investigate, 340 from the store; about 15 calls, 210k tokens: $0.61
    ($0.38 to $1.40)"."""
    to_do = formats.pluralize(estimate.directories, "directory", "directories")
    work = f"{to_do} to investigate, {estimate.stored:,} from the store"
    if estimate.buys_nothing:
        return f"{work}; nothing to buy"
    calls = formats.pluralize(estimate.calls, "call")
    return f"{work}; about {calls}, {formats.tokens(estimate.tokens)} tokens: {cost(estimate)}"


def cost(estimate: Estimate) -> str:
    """The likely cost, and the range."""
    if estimate.usd is None:
        models = one_line(", ".join(estimate.unknown_prices))
        return f"cost unknown, since no price is known for {models}"
    low, high = formats.money(estimate.usd_low), formats.money(estimate.usd_high)
    return f"{formats.money(estimate.usd)} ({low} to {high})"
