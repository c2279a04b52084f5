"""`luminos report`: a stored run, printed again."""

import click

from flows.commands.runs import list_runs
from flows.options import fail_on_option, json_option, markdown_option, verbose_option
from flows.plain_output import write_text
from flows.report_output import show_report
from flows.stored_runs import stored_report
from luminos_core.errors import SettingsError
from luminos_core.policy.judge import judged
from luminos_core.records.report import AuditReport
from luminos_core.report.links import web_address
from luminos_core.report.registry import RENDERINGS, Rendering, rendering
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import Text as PieceText
from luminos_core.store.run_folder import read_report

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
@click.option(
    "--list", "list_all", is_flag=True, help="List the stored runs, as luminos runs does."
)
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
    list_all: bool,
    fail_on: str,
) -> int:
    """Print a stored run's report again; the latest if no run is named.

    RUN is the start of a run's id, `latest`, `previous`, a run's folder, a report.json, or a
    directory that was audited. The exit code is the audit's; with --fail-on, as
    if the audit had been asked so.

    \b
    Examples:
      luminos report
      luminos report previous
      luminos report 0190a6f2 --markdown > report.md
      luminos report --format junit -o junit.xml
    """
    if schema:
        from luminos_core.report.report_schema import report_schema

        write_text(report_schema(), output)
        return 0
    store = Store(read_settings().store)
    if list_all:
        list_runs(store, None, None, as_json=as_json)
        return 0
    asked = {"json": as_json, "markdown": as_markdown}
    chosen = format_name or next((name for name, is_asked in asked.items() if is_asked), None)
    if output is not None and chosen is None:
        raise SettingsError(f"-o {output}: in which format? Add --format")
    file = stored_report(store, run)
    stored = judged(read_report(file), fail_on) if fail_on else read_report(file)
    if chosen is None:
        show_report(stored, file.parent, verbose=verbose)
    else:
        write_text(_rendered(rendering(chosen), stored, full_report), output)
    return stored.exit_code


def _rendered(chosen: Rendering, stored: AuditReport, full_report: str) -> PieceText:
    if not full_report:
        return chosen.render(stored)
    if chosen.render_linked is None:
        raise SettingsError(f"--full-report: {chosen.name} has no place for a link")
    if not web_address(full_report):
        raise SettingsError(f"--full-report {full_report!r} is no address of the web")
    return chosen.render_linked(stored, full_report)
