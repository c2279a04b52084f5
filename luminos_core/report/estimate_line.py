"""Estimates and costs in words, the same everywhere."""

from luminos_core.records.estimate import Estimate
from luminos_core.records.report import Cost
from luminos_core.text import formats
from luminos_core.text.escape import one_line


def estimate_line(estimate: Estimate) -> str:
    """ "12 directories to investigate, 340 from the store; about 15 calls, 210k tokens: $0.61
    ($0.38 to $1.40)", and what results of other models have to do with it."""
    directories = formats.pluralize(estimate.directories, "directory")
    work = f"{directories} to investigate, {estimate.stored:,} from the store"
    if estimate.kept:
        work += f" ({estimate.kept:,} of other models)"
    if estimate.buys_nothing:
        return f"{work}; nothing to buy"
    calls = formats.pluralize(estimate.calls, "call")
    tokens = formats.tokens(estimate.tokens)
    line = f"{work}; about {calls}, {tokens} tokens: {estimated_cost(estimate)}"
    if not estimate.could_be_kept:
        return line
    results = formats.pluralize(estimate.could_be_kept, "result")
    return f"{line}; --keep-results would keep {results} of other models"


def estimated_cost(estimate: Estimate) -> str:
    """ "$0.61 ($0.38 to $1.40)"."""
    if estimate.usd is None:
        models = one_line(", ".join(estimate.unknown_prices))
        return f"an unknown cost, since no price is known for {models}"
    low, high = formats.money(estimate.usd_low), formats.money(estimate.usd_high)
    return f"{formats.money(estimate.usd)} ({low} to {high})"


def of_which_interrupted(cost: Cost) -> str:
    """ "of which $0.56 in an interrupted run"."""
    count = len(cost.interrupted)
    runs = "an interrupted run" if count == 1 else f"{count} interrupted runs"
    return f"of which {formats.money(cost.interrupted_usd)} in {runs}"
