"""`luminos report`: a stored run, printed again."""

import sys

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flows.stored_runs import report_file, stored_reports
from luminos_core.report.registry import render
from luminos_core.report.terminal.report_view import print_report
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.text.escape import one_line


def show_report(run: str | None, as_json: bool, as_markdown: bool) -> int:
    """Print one run; its exit code is the audit's."""
    file = report_file(Store(read_settings().store), run)
    report = read_report(file)
    if as_json:
        sys.stdout.write(render("json", report) + "\n")
    elif as_markdown:
        sys.stdout.write(render("markdown", report))
    else:
        print_report(report, Console(), file.parent)
    return report.exit_code


def list_reports() -> int:
    table = Table("finished", "state", "flags", box=None, pad_edge=False)
    table.add_column("run", no_wrap=True)
    table.add_column("target", overflow="fold")
    for file in stored_reports(Store(read_settings().store)):
        report = read_report(file)
        table.add_row(
            report.finished_at.removesuffix("+00:00"),
            report.status,
            str(len(report.flags)),
            report.run_id,
            Text(one_line(report.target)),
        )
    Console().print(table)
    return 0
