"""The `luminos` command: its options and help. What a command does is in `flows/commands/`, which
is imported when the command runs, so that `--help` answers at once."""

import sys
from typing import Annotated, Literal

import typer
from typer.exceptions import TyperException

from luminos_core import __version__
from luminos_core.errors import Interrupted, LuminosError, NothingToAudit

_NOTHING_TO_AUDIT = 128
_ERROR = 2
_INTERRUPTED = 130

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Audit a tree of code: what is it, and should anyone be worried about any of it?",
)

Target = Annotated[str, typer.Argument(help="The directory to look at.")]
Exclude = Annotated[
    list[str],
    typer.Option(
        "-x",
        "--exclude",
        metavar="PATTERN",
        help="Leave paths out, as .gitignore does. Repeatable.",
    ),
]
Hidden = Annotated[
    bool, typer.Option("-a", "--all", help="Also look at names that begin with a dot.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


@app.command()
def audit(
    target: Target,
    exclude: Exclude = [],  # noqa: B006 - typer reads the default, nobody writes to it
    include_hidden: Hidden = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Investigate every directory again.")
    ] = False,
    concurrency: Annotated[
        int, typer.Option(min=1, max=64, help="Directories investigated at the same time.")
    ] = 8,
    model: Annotated[
        Literal["auto", "anthropic", "static"],
        typer.Option(help="auto: Anthropic's models if ANTHROPIC_API_KEY is set, else static."),
    ] = "auto",
    as_json: AsJson = False,
) -> int:
    """Audit a directory, and print the report.

    Progress goes to stderr, the report to stdout. Exit code 0: done; 2: incomplete, or an error;
    128: nothing to audit.

    Examples:

      luminos audit .

      luminos audit ~/src/project -x 'docs/**' --model static

      luminos audit . --json > report.json
    """
    from flows.commands.audit import run_audit
    from luminos_core.records.request import AuditRequest

    request = AuditRequest(
        target=target,
        exclude=tuple(exclude),
        include_hidden=include_hidden,
        fresh=fresh,
        concurrency=concurrency,
        model=model,
    )
    return run_audit(request, as_json=as_json)


@app.command()
def scan(
    target: Target,
    exclude: Exclude = [],  # noqa: B006 - as above
    include_hidden: Hidden = False,
    depth: Annotated[
        int, typer.Option("-d", "--depth", min=1, max=64, help="Levels of the tree to print.")
    ] = 3,
    as_json: AsJson = False,
) -> int:
    """Draw the map of a directory: tree, languages, lines, types, sizes, recency. No model.

    Examples:

      luminos scan . --depth 2

      luminos scan /srv/project --json > scan.json
    """
    from flows.commands.scan import run_scan

    return run_scan(target, tuple(exclude), include_hidden, depth=depth, as_json=as_json)


@app.command()
def report(
    run: Annotated[
        str | None,
        typer.Argument(help="A run's id or the start of it, its folder, or a report.json."),
    ] = None,
    as_json: AsJson = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    list_runs: Annotated[bool, typer.Option("--list", help="List the stored runs.")] = False,
) -> int:
    """Print a stored run's report again; the latest if no run is named.

    Examples:

      luminos report

      luminos report --list

      luminos report 0190a6f2 --markdown > report.md
    """
    from flows.commands.report import list_reports, show_report

    return list_reports() if list_runs else show_report(run, as_json, as_markdown)


@app.command()
def doctor() -> int:
    """Say what is installed, which model and server an audit would use, and where results lie.

    Exit code 0: an audit can run; 2: something is in its way.
    """
    from flows.commands.doctor import examine

    return examine()


@app.callback(invoke_without_command=True)
def luminos(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    if version:
        typer.echo(__version__)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command; a person's mistake is one line on stderr, never a traceback."""
    try:
        code = app(standalone_mode=False)
    except TyperException as error:
        code = _told(error.format_message(), _ERROR)
    except NothingToAudit as error:
        code = _told(str(error), _NOTHING_TO_AUDIT)
    except (Interrupted, KeyboardInterrupt):
        code = _told("interrupted before there was anything to report", _INTERRUPTED)
    except LuminosError as error:
        code = _told(str(error), _ERROR)
    except BrokenPipeError:  # `luminos report | head`
        sys.stderr.close()
        code = 0
    sys.exit(code)


def _told(text: str, code: int) -> int:
    from luminos_core.report.escape import one_line

    sys.stderr.write(f"luminos: {one_line(text)}\n")
    return code
