"""The `luminos` command. Each command is a file in `flows/commands/`, with its options and help,
and a line here; the file is imported when its command is called, so that `--help` is fast."""

import sys
import traceback
from importlib import import_module

import click

from flows.quick_import import quick_import
from flows.standard_streams import drop_output, is_unwritable, prepare_streams
from luminos_core import __version__
from luminos_core.errors import Interrupted, LuminosError, NothingToAudit

COMMANDS = {
    "audit": "Audit a directory, and print the report.",
    "baseline": "Accept the flags of a run, in a suppressions file.",
    "doctor": "Say what an audit would use, and what is in its way.",
    "report": "Print a stored run's report again.",
    "open": "Open the page of a stored run in a browser.",
    "flags": "List the flags of a stored run: filter, sort, group, in any format.",
    "show": "Show all that is known of a directory, a file or a flag.",
    "diff": "Say what is new and gone between two stored runs.",
    "learn": "Say whether a later plan placed its turns better.",
    "memory": "Show, explain and forget what earlier runs taught.",
    "runs": "List the stored runs.",
    "trend": "Show how a target changed from run to run.",
    "retry": "Audit again what a stored run did not complete.",
    "store": "Show how large the store is, and prune it.",
    "suppress": "Accept one flag, in a suppressions file.",
    "scan": "Draw the map of a directory, without a model.",
    "verdict": "Say of a flag that it is right, false or accepted.",
    "setup": "Make the automations that a Prefect server needs.",
}

_NOTHING_TO_AUDIT = 128
_ERROR = 2
_BUG = 70  # EX_SOFTWARE of sysexits.h
_INTERRUPTED = 130


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with quick_import():
            module = import_module(f"flows.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.option("--version", is_flag=True, help="Print the version and end.")
@click.pass_context
def app(context: click.Context, version: bool) -> None:
    """Audit a tree of code: what is it, and should anyone be worried about any of it?"""
    if version:
        click.echo(__version__)
    elif context.invoked_subcommand is None:
        click.echo(context.get_help())


def main() -> None:
    """Run the command; a person's mistake is one line on stderr, never a traceback. That is a bug
    of ours, and has a code of its own."""
    try:
        prepare_streams()
        code: int = app(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        code = _failed(error.format_message(), _ERROR)
    except NothingToAudit as error:
        code = _failed(str(error), _NOTHING_TO_AUDIT)
    except (Interrupted, KeyboardInterrupt, click.Abort):
        code = _failed("interrupted before there was anything to report", _INTERRUPTED)
    except LuminosError as error:
        code = _failed(str(error), _ERROR)
    except BrokenPipeError:  # `luminos report | head`
        sys.stderr.close()
        code = 0
    except Exception as error:  # noqa: BLE001 - the outermost edge
        code = _lost_output(error) if _is_unwritable(error) else _bug()
    sys.exit(code)


def _is_unwritable(error: Exception) -> bool:
    return isinstance(error, OSError) and is_unwritable(error)


def _lost_output(error: Exception) -> int:
    drop_output()
    reason = error.strerror if isinstance(error, OSError) else error
    lost = f"the output could not be written: {reason}; a run's report is in the store"
    return _failed(f"{lost}: see luminos runs", _ERROR)


def _bug() -> int:
    traceback.print_exc()
    return _BUG


def _failed(text: str, code: int) -> int:
    from luminos_core.redaction.redact import redact
    from luminos_core.text.build_commands import tame_line
    from luminos_core.text.escape import one_line

    sys.stderr.write(tame_line(f"luminos: {one_line(redact(text).text)}") + "\n")
    return code
