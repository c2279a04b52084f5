"""The cost of a run on a terminal: in total; by pass and model, by model, by directory."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from luminos_core.records.cost import ModelUsage
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport, Cost
from luminos_core.report.estimate_line import estimated_cost, of_which_interrupted
from luminos_core.report.terminal.page import Page, joined
from luminos_core.report.terminal.style import MUTED
from luminos_core.report.terminal.wrapping import Unit, whole
from luminos_core.text import formats

_SHOWN = 5  # directories; the files have all


def total_cost(report: AuditReport, page: Page) -> list[Unit]:
    """ "$0.91 for claude-sonnet-5-5, estimated at $0.80 ($0.50 to $1.10)"."""
    if not report.language_model:
        return page.words("Nothing: no language model was used.")
    if not report.cost.usage:
        return page.words("Nothing: no model was called in this run.")
    cost = report.cost
    parts = [f"for {', '.join(each.name for each in cost.by_model)}", *_remarks(cost)]
    total = Unit(Text(formats.money(cost.usd), "bold"))
    line = [total, *page.words(", ".join(parts))]
    if not cost.unknown_prices:
        return line
    unknown = f"no price is known for {', '.join(cost.unknown_prices)}"
    return joined([line, page.words(unknown, "yellow")], ";")


def cost_in_full(report: AuditReport, page: Page) -> Iterator[Text]:
    for used in report.cost.usage:
        yield from page.row(used.pass_name, *page.words(_usage(used)))
    if len(report.cost.by_model) < len(report.cost.usage):  # else one row has each
        shares = [page.words(f"{m.name} {formats.money(m.usd)}") for m in report.cost.by_model]
        yield from page.row("By model", *joined(shares))
    yield from _by_directory(report.directories, page)
    yield from _models(report, page)


def _remarks(cost: Cost) -> Iterator[str]:
    if cost.interrupted:
        yield of_which_interrupted(cost)
    if cost.estimate and cost.estimate.usage:
        yield f"estimated at {estimated_cost(cost.estimate)}"
    if cost.unanswered:
        yield f"with {formats.pluralize(cost.unanswered, 'attempt')} that gave no answer"


def _usage(used: ModelUsage) -> str:
    """ "claude-sonnet-5-5: 12 calls, 9,100 input, 40,000 from cache, 2,100 output, $0.12"."""
    numbers = (
        formats.pluralize(used.calls, "call"),
        f"{used.input + used.cache_write:,} input",
        f"{used.cache_read:,} from cache",
        f"{used.output:,} output",
        formats.money(used.usd),
    )
    return f"{used.model}: {', '.join(numbers)}"


def _by_directory(outcomes: Sequence[DirectoryOutcome], page: Page) -> Iterator[Text]:
    """The most expensive directories, those of unknown cost first."""
    paid = [outcome for outcome in outcomes if outcome.calls]
    if not paid:
        return
    paid.sort(key=lambda each: (each.usd is not None, -(each.usd or 0.0), each.path))
    shares = [[whole(each.path), *page.words(formats.money(each.usd))] for each in paid[:_SHOWN]]
    if len(paid) > _SHOWN:
        shares.append(page.words(f"and {len(paid) - _SHOWN:,} more in report.md", MUTED))
    yield from page.row("By directory", *joined(shares))


def _models(report: AuditReport, page: Page) -> Iterator[Text]:
    """Which model each pass names, also when none was called."""
    passes: dict[str, list[str]] = {}
    for each in report.models:
        passes.setdefault(each.model, []).append(each.pass_name)
    if passes:
        parts = (f"{model} ({', '.join(names)})" for model, names in passes.items())
        yield from page.row("Models", *page.words(", ".join(parts)))
