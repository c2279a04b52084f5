"""`luminos report`: a stored run, printed again."""

import sys

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from flows.options import json_option, markdown_option
from flows.stored_runs import report_file, stored_reports
from luminos_core.report.registry import render
from luminos_core.report.terminal.report_view import print_report
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.text.escape import one_line


@click.command()
@click.argument("run", metavar="RUN", required=False)
@json_option
@markdown_option
@click.option("--list", "list_runs", is_flag=True, help="List the stored runs.")
def report(run: str | None, as_json: bool, as_markdown: bool, list_runs: bool) -> int:
    """Print a stored run's report again; the latest if no run is named.

    RUN is a run's id or the start of it, its folder, or a report.json. The exit code is the
    audit's.

    \b
    Examples:
      luminos report
      luminos report --list
      luminos report 0190a6f2 --markdown > report.md
    """
    if list_runs:
        return _list_reports()
    file = report_file(Store(read_settings().store), run)
    stored = read_report(file)
    if as_json:
        sys.stdout.write(render("json", stored) + "\n")
    elif as_markdown:
        sys.stdout.write(render("markdown", stored))
    else:
        print_report(stored, Console(), file.parent)
    return stored.exit_code


def _list_reports() -> int:
    table = Table("finished", "state", "flags", box=None, pad_edge=False)
    table.add_column("run", no_wrap=True)
    table.add_column("target", overflow="fold")
    for file in stored_reports(Store(read_settings().store)):
        stored = read_report(file)
        table.add_row(
            Text(one_line(stored.finished_at.removesuffix("+00:00"))),
            stored.status,
            str(len(stored.flags)),
            Text(one_line(stored.run_id)),
            Text(one_line(stored.target)),
        )
    Console().print(table)
    return 0
