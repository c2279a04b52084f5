"""`luminos runs`: the stored runs, the latest first."""

import sys
from collections.abc import Iterator, Sequence

import click

from flows.options import json_option
from flows.plain_output import plain_console, print_lines, print_records
from flows.stored_runs import runs_of, short_id, stored_runs
from luminos_core.records.run_row import RunRow, RunState
from luminos_core.report.terminal.plain_console import Cell, Justify, PlainConsole, Style
from luminos_core.settings import read_settings
from luminos_core.store.interrupted import InterruptedRun, working_runs
from luminos_core.store.layout import Store
from luminos_core.store.run_rows import row_of_report, row_without_report
from luminos_core.text import formats
from luminos_core.text.escape import one_line

_HEADINGS = ("ended (UTC)", "state", "flags", "new", "cost", "run", "target")
_JUSTIFY: tuple[Justify, ...] = ("left", "left", "right", "right", "right", "left", "left")
_STYLES: dict[RunState, Style] = {
    RunState.COMPLETE: "good",
    RunState.INCOMPLETE: "concern",
    RunState.INTERRUPTED: "concern",
    RunState.UNREADABLE: "critical",
}


@click.command()
@click.argument("target", metavar="[TARGET]", required=False)
@click.option("--last", metavar="N", type=click.IntRange(min=1), help="Only the latest N.")
@json_option
def runs(target: str | None, last: int | None, as_json: bool) -> int:
    """List the stored runs, the latest first: of the directory TARGET, else of all.

    The start of a run's id names it to the other commands, and so do `latest` and `previous`.

    \b
    Examples:
      luminos runs
      luminos runs /srv/project --last 10
      luminos runs --json
    """
    list_runs(Store(read_settings().store), target, last, as_json=as_json)
    return 0


def list_runs(store: Store, target: str | None, last: int | None, *, as_json: bool) -> None:
    rows = _rows(store, target)[:last]
    if as_json:
        print_records(rows)
    elif rows:
        print_lines(_table(rows, plain_console(sys.stdout)))
    else:
        print_lines([f"No run is stored in {one_line(str(store.path))}."])


def _rows(store: Store, target: str | None) -> list[RunRow]:
    working = working_runs(store)
    stored = stored_runs(store)
    if target is not None:
        every = [*working, *stored]
        kept = runs_of(target, every, store)
        working = [run for run in working if run in kept]
        stored = [run for run in stored if run in kept]
    begun = {run.folder for run in working}
    rows = [row_without_report(run, RunState.WORKING) for run in working]
    for run in stored:
        if isinstance(run, InterruptedRun):
            rows.append(row_without_report(run, RunState.INTERRUPTED))
        elif run.parent not in begun:
            rows.append(row_of_report(run))
    return rows


def _table(rows: Sequence[RunRow], console: PlainConsole) -> Iterator[str]:
    ids = [row.run_id for row in rows]
    heading: list[Cell] = [(text, "accent") for text in _HEADINGS]
    cells = [_cells(row, short_id(row.run_id, ids)) for row in rows]
    return console.table([heading, *cells], _JUSTIFY)


def _cells(row: RunRow, name: str) -> list[Cell]:
    return [
        (row.at[:16].replace("T", " "), ""),
        (f"{row.state}, failed" if row.failed else row.state, _STYLES.get(row.state, "")),
        (_flags(row), "critical" if row.critical else ""),
        (_number(row.new), "bold" if row.new else "muted"),
        (formats.money(row.usd) if row.state is not RunState.UNREADABLE else "-", ""),
        (name, "bold"),
        (row.target or row.problem, ""),
    ]


def _flags(row: RunRow) -> str:
    """ "12", "12, 1 critical"."""
    critical = f", {row.critical:,} critical" if row.critical else ""
    return _number(row.flags) + critical


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"
