"""`luminos audit`: one run in this process, watched on the terminal."""

import errno
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from flows.local_run import begun, finished_report, outlived, prefect_api, raise_failure
from flows.options import (
    exclude_option,
    fail_on_option,
    hidden_option,
    json_option,
    keep_option,
    money_options,
    requirements_option,
    suppression_options,
    target_argument,
    tier_option,
    verbose_option,
)
from flows.question import question
from flows.report_output import build_log, show_report
from flows.run_context import RunContext
from flows.server_check import unused_server
from flows.signals import as_interrupts, undisturbed
from flows.standard_streams import drop_output
from flows.written_reports import ReportFile, write_option, write_reports
from luminos_core.errors import SettingsError
from luminos_core.external.registry import chosen_tools
from luminos_core.external.sarif_file import check_sarif
from luminos_core.llm.pricing import read_price_book
from luminos_core.llm.providers import PROVIDERS, build_model
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import INFER
from luminos_core.records.settings import Settings
from luminos_core.report.progress.live_progress import LiveProgress
from luminos_core.report.progress.plain_progress import PlainProgress
from luminos_core.report.registry import render
from luminos_core.requirements.read_file import NEEDS_MODEL, check_requirements
from luminos_core.scan.snapshot import resolve_target
from luminos_core.settings import prefect_home, read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import REPORT
from luminos_core.suppressions.read_file import check_suppressions
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import decode_name, encode_name


@click.command()
@target_argument
@exclude_option
@hidden_option
@click.option("--fresh", is_flag=True, help="Investigate every directory again.")
@keep_option
@click.option(
    "--concurrency",
    type=click.IntRange(1, 64),
    default=8,
    show_default=True,
    help="Directories investigated at the same time.",
)
@click.option(
    "--model",
    type=click.Choice(["auto", *PROVIDERS, "static"]),
    default="auto",
    show_default=True,
    help="auto: Anthropic's models if ANTHROPIC_API_KEY is set, else static.",
)
@tier_option
@click.option(
    "--tools",
    metavar="NAMES",
    default="auto",
    show_default=True,
    help="Other tools to run: names between commas, none, or auto for those that are installed.",
)
@click.option(
    "--sarif",
    metavar="FILE",
    multiple=True,
    help="Read in the results of any other tool. Repeatable.",
)
@suppression_options
@requirements_option
@fail_on_option
@money_options
@write_option
@verbose_option
@json_option
def audit(as_json: bool, verbose: bool, write: tuple[ReportFile, ...], **options: Any) -> int:
    """Audit the directory TARGET, and print the report.

    Progress goes to stderr, the report to stdout. Exit code 0: done; 1: done, and there are flags
    as --fail-on names them; 2: incomplete, or an error; 128: nothing to audit. Before the first
    call that costs anything an estimate is printed; above --confirm-above-usd the run asks, and
    buys nothing where it cannot ask.

    After a change of the model everything is investigated again, unless --keep-results is given:
    then results of other models count, and the report says whose they are. It has no effect
    offline, or with --fresh.

    \b
    Examples:
      luminos audit .
      luminos audit ~/src/project -x 'docs/**' --model static
      luminos audit . --json > report.json
      luminos audit . --max-usd 5 --yes
      LUMINOS_DEVELOPMENT_MODEL=claude-opus-5-5 luminos audit . --keep-results
      luminos audit . --tools ruff,gitleaks --sarif codeql.sarif
      luminos audit . --requirements docs/requirements.md
      luminos audit . --fail-on critical,new:concern --write markdown=report.md
    """
    settings = read_settings()
    store = Store(settings.store)
    request = _checked(AuditRequest.model_validate(options), settings, store)
    if unused := unused_server(settings):
        sys.stderr.write(f"luminos: {one_line(unused)}\n")
    with as_interrupts(), ExitStack() as watched:
        progress = _progress()
        watched.enter_context(progress)
        context = RunContext((progress.record,), settings, question(progress))
        with begun(store, request, context), prefect_api(settings, store, context):
            from flows.audit import audit as flow

            with outlived(context):
                raise_failure(flow(request, return_state=True))
            report = finished_report(store, context)
            watched.close()
            with undisturbed():
                _print(report, store, as_json=as_json, verbose=verbose)
                write_reports(report, write)
    return report.exit_code


def _print(report: AuditReport, store: Store, *, as_json: bool, verbose: bool) -> None:
    """Before the server is waited for, which may be gone."""
    try:
        if as_json:
            sys.stdout.write(render("json", report) + "\n")
        else:
            folder = store.run(report.run_id)
            show_report(report, folder, verbose=verbose, annotate=True)
        sys.stdout.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        drop_output()  # the terminal is gone, and the report is on disk
    if not (store.run_path(report.run_id) / REPORT).is_file():
        reasons = "; ".join(gap.reason for gap in report.gaps[-1:])
        sys.stderr.write(f"luminos: the report is not in the store: {one_line(reasons)}\n")


def _checked(request: AuditRequest, settings: Settings, store: Store) -> AuditRequest:
    """The request with real paths. What is wrong with a key, a tool or a file is an error here,
    before a server is started."""
    target = resolve_target(request.target)
    store.refuse_overlap(target)
    _check_prefect_home(settings, target)
    model = build_model(request, settings)
    read_price_book(settings.prices)
    chosen_tools(request.tools, settings.tools)
    sarif = tuple(map(_absolute, request.sarif))
    for path in sarif:
        check_sarif(path)
    suppressions = _absolute(request.suppressions) if request.suppressions else ""
    if suppressions:
        check_suppressions(suppressions)
    requirements = _requirements(request.requirements, target, has_model=model is not None)
    real = {"target": encode_name(str(target)), "sarif": sarif, "suppressions": suppressions}
    return request.model_copy(update={**real, "requirements": requirements})


def _requirements(named: str, target: Path, *, has_model: bool) -> str:
    if named == INFER and not has_model:
        raise SettingsError(NEEDS_MODEL)
    if named in ("", INFER):
        return named
    check_requirements(path := _absolute(named), target)
    return path


def _absolute(path: str) -> str:
    return encode_name(str(Path(decode_name(path)).absolute()))


def _check_prefect_home(settings: Settings, target: Path) -> None:
    """With a server of our own Prefect's files are in the store."""
    if settings.prefect_api_url and (home := prefect_home()).resolve().is_relative_to(target):
        raise SettingsError(
            f"Prefect's own files would be written to {home}, which lies inside the target; "
            "set PREFECT_HOME to a folder outside of it"
        )


def _progress() -> LiveProgress | PlainProgress:
    console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:  # a dumb one cannot draw over a line
        return LiveProgress(console)
    return PlainProgress(sys.stderr, build_log(sys.stderr))
