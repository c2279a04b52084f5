"""What came of two plans on a terminal."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from luminos_core.records.plan_comparison import DirectoryTurns, PlanComparison, PlanOutcome
from luminos_core.records.plan_evaluation import DirectoryEvaluation
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole, Style
from luminos_core.text import formats
from luminos_core.text.escape import one_line, printable_name

_INDENT = "  "
_SHOWN = 12  # directories
_UNKNOWN = "unknown"


class _Measure(NamedTuple):
    name: str
    shown: Callable[[PlanOutcome], str]


def _rating(value: float | None) -> str:
    return _UNKNOWN if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return _UNKNOWN if value is None else formats.share(value)


_MEASURES = (
    _Measure("directories with turns", lambda run: f"{run.directories:,}"),
    _Measure("of them, investigated in the run", lambda run: f"{run.investigated:,}"),
    _Measure("turns given", lambda run: f"{run.turns_allocated:,}"),
    _Measure("turns used", lambda run: f"{run.turns_used:,}"),
    _Measure("turns lent", lambda run: f"{run.turns_lent:,}"),
    _Measure("turns borrowed", lambda run: f"{run.turns_borrowed:,}"),
    _Measure("turns well placed", lambda run: _share(run.well_placed)),
    _Measure("calls", lambda run: f"{run.calls:,}"),
    _Measure("cost", lambda run: formats.money(run.usd)),
    _Measure("mean completeness", lambda run: _rating(run.completeness)),
    _Measure("mean confidence", lambda run: _rating(run.confidence)),
    _Measure("flags confirmed by reviewers", lambda run: f"{run.confirmed_flags:,}"),
    _Measure("confirmed flags a dollar", lambda run: _rating(run.confirmed_per_usd)),
)


def learn_view(
    found: PlanComparison, console: PlainConsole, *, whole: bool = False
) -> Iterator[str]:
    """A row a measure, then the directories whose turns differ: some, or the `whole` list."""
    yield from (console.styled(one_line(f"note: {each}"), "concern") for each in found.remarks)
    head: list[Cell] = [("", ""), (_run(found.before), "muted"), (_run(found.after), "muted")]
    rows: list[list[Cell]] = [_row(each, found) for each in _MEASURES]
    yield from console.table([head, *rows], ("left", "right", "right"))
    if not found.directories:
        yield from ("", "No directory was given or used other turns.")
        return
    count = formats.pluralize(len(found.directories), "directory")
    yield from ("", console.styled(f"Other turns: {count}", "accent"))
    shown = found.directories if whole else found.directories[:_SHOWN]
    yield from (f"{_INDENT}{line}" for line in _directories(shown, console))
    if more := len(found.directories) - len(shown):
        yield f"{_INDENT}{more:,} more: see --all"


def _run(run: PlanOutcome) -> str:
    return printable_name(f"{run.run_id[:8]} {run.finished_at[:16].replace('T', ' ')}")


def _row(measure: _Measure, found: PlanComparison) -> list[Cell]:
    before, after = measure.shown(found.before), measure.shown(found.after)
    return [(measure.name, ""), (before, ""), (after, "bold" if before != after else "")]


def _directories(found: Sequence[DirectoryTurns], console: PlainConsole) -> Iterator[str]:
    arrow = "->" if console.ascii_only else "→"
    rows: list[list[Cell]] = [
        [
            (each.path, "bold"),
            (_turns(each.before), ""),
            (arrow, "muted"),
            (_turns(each.after), ""),
            _gain(each),
        ]
        for each in found
    ]
    sides: tuple[Justify, ...] = ("left", "left", "left", "left", "left")
    return console.table(rows, sides)


def _turns(line: DirectoryEvaluation | None) -> str:
    """ "used 9 of 5 turns (shallow)"."""
    if line is None:
        return "not evaluated"
    given = formats.pluralize(line.turns_allocated, "turn")
    return f"used {line.turns_used:,} of {given} ({line.planned_tier})"


def _gain(each: DirectoryTurns) -> Cell:
    if not (each.before and each.after and each.misplaced):
        return ("", "")
    style: Style = "good" if each.misplaced > 0 else "concern"
    word = "nearer" if each.misplaced > 0 else "further off"
    return (f"{formats.pluralize(abs(each.misplaced), 'turn')} {word}", style)
