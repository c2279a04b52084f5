"""`luminos trend`: how a target has changed from run to run."""

import sys
from pathlib import Path

import click

from flows.options import json_option
from flows.plain_output import plain_console, print_lines, print_records
from flows.stored_runs import run_target, runs_in_question
from luminos_core.errors import StoreError
from luminos_core.records.trend import TrendPoint
from luminos_core.report.terminal.trend_view import trend_view
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.trend import load_trend
from luminos_core.text import formats
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import decode_name, encode_name

_SHOWN = 30  # runs


@click.command()
@click.argument("target", metavar="[TARGET]", required=False)
@click.option(
    "--last",
    metavar="N",
    type=click.IntRange(min=1),
    default=_SHOWN,
    show_default=True,
    help="Only the latest N runs.",
)
@json_option
def trend(target: str | None, last: int, as_json: bool) -> int:
    """Show how flags, coverage, size, cost and duration of a target changed from run to run.

    Of the directory TARGET, else of the one you are in, else of the one that was audited last. A
    column is a run, the latest at the right; its bar is between the least and the most of its row.
    The numbers are kept when runs are pruned.

    \b
    Examples:
      luminos trend
      luminos trend /srv/project --last 90
      luminos trend --json
    """
    store = Store(read_settings().store)
    path = _target(store, target)
    points = load_trend(store, path)[-last:]
    if not points:
        raise StoreError(f"no run of {path} has left a point yet; the next audit does")
    if as_json:
        print_records(points)
        return 0
    console = plain_console(sys.stdout)
    print_lines([console.styled(printable_name(encode_name(str(path))), "bold"), _span(points), ""])
    print_lines(trend_view(points, console))
    return 0


def _target(store: Store, named: str | None) -> Path:
    """A target stays known by its trend when no run of it is left."""
    if named is not None:
        return Path(named).resolve()
    runs = runs_in_question(store, None)
    if not runs:
        raise StoreError(f"no run is stored in {store.path}; the first audit makes one")
    named_last = next(filter(None, map(run_target, runs)), "")
    return Path(decode_name(named_last))


def _span(points: tuple[TrendPoint, ...]) -> str:
    """ "12 runs, from 2026-11-01 02:00 to 2026-11-12 02:00 UTC"."""
    first, last = (each.finished_at[:16].replace("T", " ") for each in (points[0], points[-1]))
    count = formats.pluralize(len(points), "run")
    return printable_name(f"{count}, from {first} to {last} UTC")
