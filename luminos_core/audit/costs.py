"""Sum a run's ledger: by pass and model, by either alone, and by directory."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from luminos_core.records.cost import DIRECTORY, LedgerLine, ModelUsage, Spending
from luminos_core.records.estimate import Estimate
from luminos_core.records.report import Cost

_Key = TypeVar("_Key", bound=Hashable)


def total_cost(
    ledger: Iterable[LedgerLine],
    language_model: bool,
    estimate: Estimate | None = None,
    interrupted: Mapping[str, Sequence[LedgerLine]] | None = None,
) -> Cost:
    """A sum is unknown when one of its prices is. `interrupted`: the ledgers of the runs that could
    not report what they spent, by run; they are a part of every sum."""
    before = interrupted or {}
    lines = [*(line for each in before.values() for line in each), *ledger]
    if not lines:
        return Cost(estimate=estimate)
    return Cost(
        usage=_usage(lines),
        by_pass=_most_expensive_first(_grouped(lines, lambda line: line.pass_name)),
        by_model=_most_expensive_first(_grouped(lines, lambda line: line.model)),
        interrupted=tuple(_total(run, list(each)) for run, each in before.items()),
        estimate=estimate,
        unanswered=sum(not line.answered for line in lines),
        usd=_total("run", lines).usd if language_model else None,
        unknown_prices=tuple(sorted({line.model for line in lines if line.usd is None})),
    )


def directory_costs(ledger: Iterable[LedgerLine]) -> Mapping[str, Spending]:
    """What each directory cost, by path, whether it is complete or not."""
    lines = [line for line in ledger if line.pass_name == DIRECTORY]
    grouped = _grouped(lines, lambda line: line.directory)
    return {path: _total(path, each) for path, each in grouped.items()}


def _usage(lines: Iterable[LedgerLine]) -> tuple[ModelUsage, ...]:
    """One for each pass and model, in the order in which the passes began."""
    grouped = _grouped(lines, lambda line: (line.pass_name, line.model))
    order = list(dict.fromkeys(pass_name for pass_name, _ in grouped))
    return tuple(
        ModelUsage(
            pass_name=pass_name,
            model=model,
            **_total(model, grouped[pass_name, model]).model_dump(exclude={"name"}),
        )
        for pass_name, model in sorted(grouped, key=lambda key: (order.index(key[0]), key[1]))
    )


def _most_expensive_first(grouped: Mapping[str, list[LedgerLine]]) -> tuple[Spending, ...]:
    """Unknown costs come first, since they may be higher."""
    totals = [_total(str(name), lines) for name, lines in grouped.items()]
    return tuple(sorted(totals, key=_expense))


def _expense(total: Spending) -> tuple[bool, float, str]:
    return total.usd is not None, -(total.usd or 0), total.name


def _grouped(
    lines: Iterable[LedgerLine], key: Callable[[LedgerLine], _Key]
) -> dict[_Key, list[LedgerLine]]:
    grouped: dict[_Key, list[LedgerLine]] = {}
    for line in lines:
        grouped.setdefault(key(line), []).append(line)
    return grouped


def _total(name: str, lines: list[LedgerLine]) -> Spending:
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
