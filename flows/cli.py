"""The `luminos` command: its options and help. What a command does is in `flows/commands/`, which
is imported when the command runs, so that `--help` answers at once."""

import sys
from typing import Any

import click

from flows.options import (
    exclude_option,
    hidden_option,
    json_option,
    money_options,
    target_argument,
)
from luminos_core import __version__
from luminos_core.errors import Interrupted, LuminosError, NothingToAudit

_NOTHING_TO_AUDIT = 128
_ERROR = 2
_INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.option("--version", is_flag=True, help="Print the version and end.")
@click.pass_context
def app(context: click.Context, version: bool) -> None:
    """Audit a tree of code: what is it, and should anyone be worried about any of it?"""
    if version:
        click.echo(__version__)
    elif context.invoked_subcommand is None:
        click.echo(context.get_help())


@app.command()
@target_argument
@exclude_option
@hidden_option
@click.option("--fresh", is_flag=True, help="Investigate every directory again.")
@click.option(
    "--concurrency",
    type=click.IntRange(1, 64),
    default=8,
    show_default=True,
    help="Directories investigated at the same time.",
)
@click.option(
    "--model",
    type=click.Choice(["auto", "anthropic", "static"]),
    default="auto",
    show_default=True,
    help="auto: Anthropic's models if ANTHROPIC_API_KEY is set, else static.",
)
@money_options
@json_option
def audit(as_json: bool, **asked: Any) -> int:
    """Audit the directory TARGET, and print the report.

    Progress goes to stderr, the report to stdout. Exit code 0: done; 2: incomplete, or an error;
    128: nothing to audit. Before the first call that costs anything the likely cost is told; a
    run that may cost more than is bought unasked asks, and buys nothing where it cannot ask.

    \b
    Examples:
      luminos audit .
      luminos audit ~/src/project -x 'docs/**' --model static
      luminos audit . --json > report.json
      luminos audit . --max-usd 5 --yes
    """
    from flows.commands.audit import run_audit
    from luminos_core.records.request import AuditRequest

    return run_audit(AuditRequest.model_validate(asked), as_json=as_json)


@app.command()
@target_argument
@exclude_option
@hidden_option
@click.option(
    "-d",
    "--depth",
    type=click.IntRange(1, 64),
    default=3,
    show_default=True,
    help="Levels of the tree to print.",
)
@click.option("--fresh", is_flag=True, help="Read every file again, changed or not.")
@click.option("--count", is_flag=True, help="Split lines into code, comments and blanks.")
@click.option(
    "--html",
    metavar="FILE",
    help="Also write a page with a treemap of the target: one file that loads nothing.",
)
@json_option
def scan(
    target: str,
    exclude: tuple[str, ...],
    include_hidden: bool,
    depth: int,
    fresh: bool,
    count: bool,
    html: str | None,
    as_json: bool,
) -> int:
    """Draw the map of the directory TARGET, without a model.

    Tree, languages, lines, types, sizes, and what changed last.

    \b
    Examples:
      luminos scan . --depth 2
      luminos scan /srv/project --count --json > scan.json
      luminos scan /srv/project --html map.html
    """
    from flows.commands.scan import ScanRequest, run_scan

    return run_scan(
        ScanRequest(
            target=target,
            exclude=exclude,
            include_hidden=include_hidden,
            fresh=fresh,
            count=count,
            depth=depth,
            as_json=as_json,
            html=html,
        )
    )


@app.command()
@click.argument("run", metavar="RUN", required=False)
@json_option
@click.option("--markdown", "as_markdown", is_flag=True, help="Print Markdown.")
@click.option("--list", "list_runs", is_flag=True, help="List the stored runs.")
def report(run: str | None, as_json: bool, as_markdown: bool, list_runs: bool) -> int:
    """Print a stored run's report again; the latest if no run is named.

    RUN is a run's id or the start of it, its folder, or a report.json.

    \b
    Examples:
      luminos report
      luminos report --list
      luminos report 0190a6f2 --markdown > report.md
    """
    from flows.commands.report import list_reports, show_report

    return list_reports() if list_runs else show_report(run, as_json, as_markdown)


@app.command()
@click.argument("run", metavar="RUN", required=False)
@money_options
@json_option
def retry(run: str | None, as_json: bool, **money: Any) -> int:
    """Audit the target of a stored run again, for what that run did not complete; the latest if no
    run is named.

    The options are that run's, but for those given here. What it completed, and has not changed
    since, comes from the store and costs nothing. RUN is as in `luminos report`. Exit code: the
    audit's; 0 when the run was complete, and nothing is started.

    \b
    Examples:
      luminos retry
      luminos retry 0190a6f2 --max-usd 5
    """
    from flows.commands.retry import Spending, retry_run

    return retry_run(run, Spending(**money), as_json=as_json)


@app.command()
def doctor() -> int:
    """Say what is installed, which model and server an audit would use, and where results lie.

    Exit code 0: an audit can run; 2: something is in its way.
    """
    from flows.commands.doctor import examine

    return examine()


def main() -> None:
    """Run the command; a person's mistake is one line on stderr, never a traceback."""
    try:
        code = app(standalone_mode=False)
    except click.ClickException as error:
        code = _told(error.format_message(), _ERROR)
    except NothingToAudit as error:
        code = _told(str(error), _NOTHING_TO_AUDIT)
    except (Interrupted, KeyboardInterrupt, click.Abort):
        code = _told("interrupted before there was anything to report", _INTERRUPTED)
    except LuminosError as error:
        code = _told(str(error), _ERROR)
    except BrokenPipeError:  # `luminos report | head`
        sys.stderr.close()
        code = 0
    sys.exit(code)


def _told(text: str, code: int) -> int:
    from luminos_core.text.escape import one_line

    sys.stderr.write(f"luminos: {one_line(text)}\n")
    return code
