"""The estimate of a run: what it has to buy, at the usual habits of a model, and the range."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from luminos_core.agents.estimate.call_pattern import CallTally
from luminos_core.agents.estimate.escalated_calls import escalated_calls
from luminos_core.agents.estimate.model_profile import HEAVY, LIGHT, USUAL, ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.passes.definition import AnyPass
from luminos_core.records.conversation import Usage
from luminos_core.records.cost import DIRECTORY, ModelUsage
from luminos_core.records.estimate import Estimate

_COUNTS = ("calls", "input", "output", "cache_read", "cache_write")
Price = Callable[[str, Usage], float | None]  # USD of one call to a model; None when unknown


def estimate(
    work: RemainingWork, passes: Sequence[AnyPass], models: Mapping[str, str], price: Price
) -> Estimate:
    """The cost of `work`; `models` holds the id of each pass's model. Nothing is bought for it."""
    low, usual, high = (
        tuple(
            _calibrated(used, work.calibration)
            for step in passes
            for used in _usage(step, work, profile, models[step.name], price)
        )
        for profile in (LIGHT, USUAL, HEAVY)
    )
    return Estimate(
        directories=len(work.directories),
        stored=work.cached,
        kept=work.kept,
        could_be_kept=work.could_be_kept,
        usage=usual,
        usd=_sum(usual),
        usd_low=_sum(low),
        usd_high=_sum(high),
        unknown_prices=tuple(sorted({used.model for used in usual if used.usd is None})),
        calibration=work.calibration,
    )


def _usage(
    step: AnyPass, work: RemainingWork, profile: ModelProfile, model: str, price: Price
) -> Iterator[ModelUsage]:
    """Of one pass, on its own tier and those above it. Its first conversation writes the prefix
    that its others read."""
    tally = CallTally()
    patterns = list(step.calls(work, profile))
    prefix = step.prefix_tokens
    for number, pattern in enumerate(patterns):
        cached = prefix if number and step.shares_prefix else 0.0
        tally.add(pattern.calls(prefix, cached=cached, keeps_prefix=step.shares_prefix))
    if patterns:
        yield tally.usage(step.name, model, price)
    for rung, above in enumerate(work.escalates_to if step.name == DIRECTORY else (), start=1):
        escalated = escalated_calls(work, profile, rung, prefix)
        if not escalated.is_empty:
            used = escalated.usage(step.name, above, price)
            yield used.model_copy(update={"calls": max(1, used.calls)})


def _calibrated(used: ModelUsage, share: float) -> ModelUsage:
    """The directories' calls at that share of what they were estimated at."""
    if used.pass_name != DIRECTORY:
        return used
    counts = {name: round(getattr(used, name) * share) for name in _COUNTS}
    return used.model_copy(update={**counts, "usd": None if used.usd is None else used.usd * share})


def _sum(usage: Sequence[ModelUsage]) -> float | None:
    known = [used.usd for used in usage if used.usd is not None]
    return sum(known) if len(known) == len(usage) else None
