"""`luminos show`: all that is known of a directory, a file or a flag."""

import sys
from pathlib import Path

import click

from flows.options import json_option, target_option
from flows.plain_output import plain_console, print_lines
from flows.stored_runs import here, run_target, stored_report, stored_reports
from luminos_core.lookup.answers import ReportPlaces
from luminos_core.lookup.find import find
from luminos_core.lookup.history import read_history
from luminos_core.lookup.show_view import show_view
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_part
from luminos_core.text.escape import one_line
from luminos_core.text.json_text import to_json

_RUNS = 10


@click.command()
@click.argument("name", metavar="PATH|FLAG")
@click.option("--run", metavar="RUN", help="In this run; by default in the latest.")
@target_option
@click.option(
    "--history",
    metavar="N",
    type=click.IntRange(min=0),
    default=_RUNS,
    show_default=True,
    help="Look into so many stored runs for what became of it.",
)
@json_option
def show(name: str, run: str | None, target: str | None, history: int, as_json: bool) -> int:
    """Show all that is known of a directory, a file or a flag of an audited target.

    Of a directory: its summary, its flags, its files, when and why it was last read, what that
    cost, and what happened to it in the stored runs. Of a file: its entry, size, owner, commits
    and flags. Of a flag, which the start of its fingerprint names: its evidence, its rule, how to
    fix it, and since when it is there. PATH is as in the target, or from where you are; RUN is the
    start of a run's id, `latest`, `previous`, or a run's folder.

    \b
    Examples:
      luminos show src/auth
      luminos show src/auth/token.py --run previous
      luminos show 3f2a91c07d5e
      luminos show . --json
    """
    store = Store(read_settings().store)
    file = stored_report(store, run, target)
    report = read_part(file, ReportPlaces)
    seen = read_history(_reports(store, report.target, file)[:history])
    for problem in seen.unreadable:
        sys.stderr.write(f"luminos: {one_line(problem)}; the history is without it\n")
    answer = find(report, name, here(), seen)
    if as_json:
        sys.stdout.write(to_json(answer, indent=2) + "\n")
    else:
        print_lines(show_view(answer, plain_console(sys.stdout)))
    return 0


def _reports(store: Store, target: str, own: Path) -> list[Path]:
    """Of the target, the latest first; with the report that is asked of, wherever it lies."""
    stored = [file for file in stored_reports(store) if run_target(file) == target]
    return stored if own in stored else [own, *stored]
