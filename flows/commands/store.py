"""`luminos store`: how large the store is, and what it keeps."""

import time

import click
from rich.console import Console
from rich.table import Table

from flows.standard_streams import FILE_WIDTH
from luminos_core.errors import StoreError
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.prune import Kept, prune, sizes
from luminos_core.text import formats
from luminos_core.text.escape import printable_name


@click.command()
@click.option("--prune", "prune_now", is_flag=True, help="Remove what is not kept, now.")
@click.option("--keep-runs", metavar="N", type=click.IntRange(min=1), help="Runs of each target.")
@click.option("--keep-days", metavar="N", type=click.FloatRange(min=0), help="For all else.")
def store(prune_now: bool, keep_runs: int | None, keep_days: float | None) -> int:
    """Show how large the store is, and remove what is not kept any more.

    After each run of an audit that is done by itself, with LUMINOS_KEEP_RUNS and
    LUMINOS_KEEP_DAYS.

    \b
    Examples:
      luminos store
      luminos store --prune
      luminos store --prune --keep-runs 5 --keep-days 14
    """
    settings = read_settings()
    opened = Store(settings.store)
    if not opened.path.is_dir():
        raise StoreError(f"there is no store at {opened.path}; the first audit makes it")
    kept = Kept(
        runs=settings.keep_runs if keep_runs is None else keep_runs,
        days=settings.keep_days if keep_days is None else keep_days,
    )
    if prune_now:
        removed = prune(opened, kept, time.time())
        files = formats.pluralize(removed.files, "file")
        click.echo(f"Removed {files}, {formats.size(removed.size)}.")
    _print_sizes(opened)
    click.echo(
        f"Kept: the last {formats.pluralize(kept.runs, 'run')} of each target, and what was used "
        f"in the last {kept.days:g} days."
    )
    return 0


def _print_sizes(opened: Store) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(justify="right")
    table.add_column(justify="right")
    found = sizes(opened)
    for each in found:
        files = formats.pluralize(each.files, "file")
        table.add_row(printable_name(each.name), files, formats.size(each.size))
    total = formats.size(sum(each.size for each in found))
    files = formats.pluralize(sum(each.files for each in found), "file")
    table.add_row(printable_name(str(opened.path)), files, total)
    console = Console()
    console.print(table, width=console.width if console.is_terminal else FILE_WIDTH)
