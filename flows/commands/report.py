"""`luminos report`: a stored run, printed again."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from flows.options import fail_on_option, json_option, markdown_option, verbose_option
from flows.report_output import show_report
from flows.standard_streams import FILE_WIDTH, print_utf8
from flows.stored_runs import stored_report, stored_runs
from luminos_core.errors import SettingsError, StoreError
from luminos_core.policy.judge import judged
from luminos_core.records.flag import Flag, FlagCounts
from luminos_core.records.report import AuditReport
from luminos_core.report.links import web_address
from luminos_core.report.registry import RENDERINGS, Rendering, rendering
from luminos_core.settings import read_settings
from luminos_core.store.atomic import write_pieces
from luminos_core.store.interrupted import InterruptedRun
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import Text as PieceText
from luminos_core.store.run_folder import read_report
from luminos_core.text.escape import one_line
from luminos_core.text.json_text import utf8

_FORMATS = "\n".join(f"  {each.name:<14} {each.about}" for each in RENDERINGS)


@click.command(epilog=f"\b\nFormats:\n{_FORMATS}")
@click.argument("run", metavar="RUN", required=False)
@json_option
@markdown_option
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    type=click.Choice([each.name for each in RENDERINGS]),
    help="Write the report in one of the formats below.",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write it to FILE, whole or not at all, instead of printing it; '-' prints it.",
)
@verbose_option
@click.option(
    "--full-report",
    metavar="URL",
    default="",
    help="Where the whole report is: a link to it ends a comment on a pull request.",
)
@click.option("--schema", is_flag=True, help="Print the JSON schema of report.json.")
@click.option("--list", "list_runs", is_flag=True, help="List the stored runs.")
@fail_on_option
def report(
    run: str | None,
    as_json: bool,
    as_markdown: bool,
    format_name: str | None,
    output: str | None,
    verbose: bool,
    full_report: str,
    schema: bool,
    list_runs: bool,
    fail_on: str,
) -> int:
    """Print a stored run's report again; the latest if no run is named.

    RUN is a run's id or the start of it, its folder, or a report.json. The exit code is the
    audit's; with --fail-on, as if the audit had been asked so.

    \b
    Examples:
      luminos report
      luminos report --list
      luminos report 0190a6f2 --markdown > report.md
      luminos report --format junit -o junit.xml
    """
    if schema:
        from luminos_core.report.report_schema import report_schema

        _write(report_schema(), output)
        return 0
    store = Store(read_settings().store)
    if list_runs:
        return _list_runs(store)
    asked = {"json": as_json, "markdown": as_markdown}
    chosen = format_name or next((name for name, is_asked in asked.items() if is_asked), None)
    if output is not None and chosen is None:
        raise SettingsError(f"-o {output}: in which format? Add --format")
    file = stored_report(store, run)
    stored = judged(read_report(file), fail_on) if fail_on else read_report(file)
    if chosen is None:
        show_report(stored, file.parent, verbose=verbose)
    else:
        _write(_rendered(rendering(chosen), stored, full_report), output)
    return stored.exit_code


def _rendered(chosen: Rendering, stored: AuditReport, full_report: str) -> PieceText:
    if not full_report:
        return chosen.render(stored)
    if chosen.render_linked is None:
        raise SettingsError(f"--full-report: {chosen.name} has no place for a link")
    if not web_address(full_report):
        raise SettingsError(f"--full-report {full_report!r} is no address of the web")
    return chosen.render_linked(stored, full_report)


def _write(text: PieceText, output: str | None) -> None:
    pieces = (text,) if isinstance(text, str) else text
    if output is not None and output != "-":
        path = Path(output)
        if not path.parent.is_dir():
            raise SettingsError(f"-o {output}: there is no directory {path.parent}")
        write_pieces(path, map(utf8, pieces))
        return
    print_utf8()
    last = ""
    for piece in pieces:
        sys.stdout.write(piece)
        last = piece or last
    if not last.endswith("\n"):
        sys.stdout.write("\n")


def _list_runs(store: Store) -> int:
    table = Table("finished", box=None, pad_edge=False)
    for column in ("state", "flags", "run"):
        table.add_column(column, no_wrap=True)
    table.add_column("target", overflow="fold")
    for run in stored_runs(store):
        table.add_row(*(Text(one_line(cell)) for cell in _cells(run)))
    console = Console()
    if not console.is_terminal:
        console = Console(width=FILE_WIDTH)
    console.print(table)
    return 0


def _cells(run: Path | InterruptedRun) -> tuple[str, ...]:
    if isinstance(run, InterruptedRun):
        return _time(run.at), "interrupted", "", run.run_id, run.run.target
    try:
        stored = read_report(run)
    except StoreError as error:
        return _time(run.parent.lstat().st_mtime), "unreadable", "", run.parent.name, str(error)
    finished = stored.finished_at.removesuffix("+00:00")
    return finished, stored.status, _counted(stored.flags), stored.run_id, stored.target


def _counted(flags: Sequence[Flag]) -> str:
    counts = FlagCounts.of(flags)
    return f"{counts.flags.total():,}{counts.in_places}"


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds").removesuffix("+00:00")
