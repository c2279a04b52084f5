"""The cost of a run on a terminal: by pass and model, by model, by directory, in total."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from luminos_core.records.cost import ModelUsage
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.report import AuditReport, Cost
from luminos_core.report.estimate_line import estimated_cost, of_which_interrupted
from luminos_core.report.terminal.style import MUTED, escaped
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_SHOWN = 5  # directories; the files have all


def cost_view(report: AuditReport) -> RenderableType:
    if not report.language_model:
        return Text("Nothing: no language model was used.")
    if not report.cost.usage:
        return Group(Text("Nothing: no model was called in this run."), *_models(report))
    return Group(
        _table(report.cost.usage),
        *_by_model(report.cost),
        *_by_directory(report.directories),
        _total(report.cost),
        *_models(report),
    )


def _models(report: AuditReport) -> Iterator[Text]:
    """Which model each pass names, also when none was called."""
    passes: dict[str, list[str]] = {}
    for each in report.models:
        passes.setdefault(each.model, []).append(each.pass_name)
    if passes:
        parts = (f"{one_line(model)} ({', '.join(names)})" for model, names in passes.items())
        line = Text.assemble(("Models", MUTED), " ", overflow="fold")
        yield line.append_text(escaped(", ".join(parts)))


def _table(usage: tuple[ModelUsage, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style=MUTED, padding=(0, 2, 0, 0))
    table.add_column("pass")
    table.add_column("model", overflow="fold")
    for column in ("calls", "input", "from cache", "output", "USD"):
        table.add_column(column, justify="right", no_wrap=True)
    for used in usage:
        numbers = (used.calls, used.input + used.cache_write, used.cache_read, used.output)
        cells = (f"{number:,}" for number in numbers)
        model = escaped(one_line(used.model))
        table.add_row(used.pass_name, model, *cells, formats.money(used.usd))
    return table


def _by_model(cost: Cost) -> Iterator[Text]:
    """Nothing when the table has one row for each model."""
    if len(cost.by_model) < len(cost.usage):
        yield _shares("By model", [(each.name, each.usd) for each in cost.by_model])


def _by_directory(outcomes: tuple[DirectoryOutcome, ...]) -> Iterator[Text]:
    """The most expensive directories, those of unknown cost first."""
    paid = [outcome for outcome in outcomes if outcome.calls]
    if not paid:
        return
    paid.sort(key=lambda each: (each.usd is not None, -(each.usd or 0.0), each.path))
    line = _shares("By directory", [(each.path, each.usd) for each in paid[:_SHOWN]])
    if len(paid) > _SHOWN:
        line.append(f", and {len(paid) - _SHOWN:,} more in report.md", MUTED)
    yield line


def _shares(title: str, shares: list[tuple[str, float | None]]) -> Text:
    line = Text.assemble((title, MUTED), " ", overflow="fold")
    parts = (
        Text.assemble(escaped(one_line(name)), f" {formats.money(usd)}") for name, usd in shares
    )
    return line.append(Text(", ").join(parts))


def _total(cost: Cost) -> Text:
    total = Text.assemble("Total ", (formats.money(cost.usd), "bold"))
    if cost.interrupted:
        total.append(f", {of_which_interrupted(cost)}")
    if cost.estimate and cost.estimate.usage:
        total.append(f", estimated at {estimated_cost(cost.estimate)}")
    if cost.unanswered:
        attempts = formats.pluralize(cost.unanswered, "attempt")
        total.append(f", with {attempts} that gave no answer")
    if cost.unknown_prices:
        models = one_line(", ".join(cost.unknown_prices))
        total.append(f": no price is known for {models}", style="yellow")
    return total
