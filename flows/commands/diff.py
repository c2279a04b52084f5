"""`luminos diff`: what is new, gone and still there between two stored runs."""

import sys

import click

from flows.options import json_option, target_option
from flows.plain_output import plain_console, print_lines
from flows.stored_runs import LATEST, PREVIOUS, stored_report
from luminos_core.comparison.stored_report import StoredReport
from luminos_core.comparison.two_reports import compare_reports
from luminos_core.errors import StoreError
from luminos_core.lookup.report_part import COMPARED_SCHEMA
from luminos_core.report.terminal.diff_view import diff_view
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_part
from luminos_core.text.json_text import to_json


@click.command()
@click.argument("before", metavar="[RUN", default=PREVIOUS)
@click.argument("after", metavar="RUN]", default=LATEST)
@target_option
@click.option("--all", "whole", is_flag=True, help="List all, also the flags that are in both.")
@json_option
def diff(before: str, after: str, target: str | None, whole: bool, as_json: bool) -> int:
    """Compare two stored runs, by default the previous with the latest: which flags are new, gone
    or in both, and what else is different: directories, dependencies, entry points, tools.

    A flag that the second run did not find is resolved only when its file is gone, or the same
    check read it again; else it is "not seen again". RUN is the start of a run's id, `latest`,
    `previous`, a run's folder, or a directory that was audited.

    \b
    Examples:
      luminos diff
      luminos diff 0190a6f2 latest
      luminos diff --target /srv/project --json
    """
    store = Store(read_settings().store)
    first, second = (_read(store, name, target) for name in (before, after))
    found = compare_reports(first, second)
    if as_json:
        sys.stdout.write(to_json(found, indent=2) + "\n")
        return 0
    flags, console = (*found.flags, *found.gone), plain_console(sys.stdout)
    print_lines(
        diff_view(
            found.before,
            found.after,
            flags,
            found.facts,
            console,
            remarks=found.remarks,
            whole=whole,
        )
    )
    return 0


def _read(store: Store, name: str, target: str | None) -> StoredReport:
    report = read_part(stored_report(store, name, target), StoredReport)
    if report.schema_version < COMPARED_SCHEMA:
        raise StoreError(
            f"run {report.run_id} of {report.target} was made by an earlier version (schema "
            f"{report.schema_version}), whose flags cannot be compared"
        )
    return report
