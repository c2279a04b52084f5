"""What a run cost: by pass and model, by either alone, and by directory."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from luminos_core.records.cost import LedgerLine, ModelUsage, Pass, Spending
from luminos_core.records.estimate import Estimate
from luminos_core.records.report import Cost

_Key = TypeVar("_Key", bound=Hashable)


def total_cost(
    lines: Iterable[LedgerLine], language_model: bool, estimate: Estimate | None = None
) -> Cost:
    """Every sum of which one price is unknown is unknown, and not smaller."""
    every = list(lines)
    if not every:
        return Cost(estimate=estimate)
    whole = _added("run", every)
    return Cost(
        usage=_usage(every),
        by_pass=_each(_grouped(every, lambda line: line.pass_name)),
        by_model=_each(_grouped(every, lambda line: line.model)),
        estimate=estimate,
        unanswered=sum(not line.answered for line in every),
        usd=whole.usd if language_model else None,
        unknown_prices=tuple(sorted({line.model for line in every if line.usd is None})),
    )


def directory_costs(lines: Iterable[LedgerLine]) -> Mapping[str, Spending]:
    """What each directory cost, by path, be it complete or not."""
    own = [line for line in lines if line.pass_name is Pass.DIRECTORY]
    grouped = _grouped(own, lambda line: line.directory)
    return {path: _added(path, each) for path, each in grouped.items()}


def _usage(lines: Iterable[LedgerLine]) -> tuple[ModelUsage, ...]:
    """One line for each pass and model, in the order of the passes."""
    grouped = _grouped(lines, lambda line: (line.pass_name, line.model))
    order = list(Pass)
    return tuple(
        ModelUsage(
            pass_name=pass_name,
            model=model,
            **_added(model, grouped[pass_name, model]).model_dump(exclude={"name"}),
        )
        for pass_name, model in sorted(grouped, key=lambda key: (order.index(key[0]), key[1]))
    )


def _each(grouped: Mapping[str, list[LedgerLine]]) -> tuple[Spending, ...]:
    """The dearest first; those of unknown price before all, since they may be dearer."""
    found = [_added(str(name), lines) for name, lines in grouped.items()]
    return tuple(
        sorted(found, key=lambda each: (each.usd is not None, -(each.usd or 0), each.name))
    )


def _grouped(
    lines: Iterable[LedgerLine], by: Callable[[LedgerLine], _Key]
) -> dict[_Key, list[LedgerLine]]:
    grouped: dict[_Key, list[LedgerLine]] = {}
    for line in lines:
        grouped.setdefault(by(line), []).append(line)
    return grouped


def _added(name: str, lines: list[LedgerLine]) -> Spending:
    known = [line.usd for line in lines if line.usd is not None]
    return Spending(
        name=name,
        calls=len(lines),
        input=sum(line.input for line in lines),
        output=sum(line.output for line in lines),
        cache_read=sum(line.cache_read for line in lines),
        cache_write=sum(line.cache_write for line in lines),
        usd=sum(known) if len(known) == len(lines) else None,
    )
