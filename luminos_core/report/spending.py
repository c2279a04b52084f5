"""What a run cost, by pass and model."""

from collections.abc import Iterable

from luminos_core.records.cost import ModelUsage, Pass
from luminos_core.records.report import Cost

_ORDER = {pass_name: place for place, pass_name in enumerate(Pass)}


def total_cost(usage: Iterable[ModelUsage], language_model: bool) -> Cost:
    """One line for each pass and model. The sum is unknown, not smaller, when one price is."""
    merged: dict[tuple[Pass, str], ModelUsage] = {}
    for used in usage:
        key = (used.pass_name, used.model)
        merged[key] = _sum(merged[key], used) if key in merged else used
    lines = tuple(merged[key] for key in sorted(merged, key=_place))
    if not language_model:
        return Cost(usage=lines)
    unknown = sorted({line.model for line in lines if line.usd is None})
    priced = [line.usd for line in lines if line.usd is not None]
    return Cost(
        usage=lines,
        usd=None if unknown or not priced else sum(priced),
        unknown_prices=tuple(unknown),
    )


def _place(key: tuple[Pass, str]) -> tuple[int, str]:
    pass_name, model = key
    return _ORDER[pass_name], model


def _sum(one: ModelUsage, other: ModelUsage) -> ModelUsage:
    known = one.usd is not None and other.usd is not None
    return ModelUsage(
        pass_name=one.pass_name,
        model=one.model,
        calls=one.calls + other.calls,
        input=one.input + other.input,
        output=one.output + other.output,
        cache_read=one.cache_read + other.cache_read,
        cache_write=one.cache_write + other.cache_write,
        usd=(one.usd or 0) + (other.usd or 0) if known else None,
    )
