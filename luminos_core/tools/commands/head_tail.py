"""head and tail: the beginning and the end of files."""

from collections.abc import Callable, Sequence
from functools import partial

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.tools.commands.command import Command, parse, whole_number
from luminos_core.tools.commands.output import Output

_FLAGS = "-q,--quiet,--silent -v,--verbose"
_VALUED = "-n,--lines -c,--bytes"


def run(
    command: str,
    part: Callable[[SourceText, str, int, Output], slice],
    argv: Sequence[str],
    files: SandboxedDir,
    output: Output,
) -> None:
    """Show the `part` of each file that `command` shows."""
    arguments = parse(command, _modern(argv), flags=_FLAGS, valued=_VALUED, needs="a file")
    paths = arguments.operands
    option = "-c" if "-c" in arguments else "-n"
    amount = (arguments.values(option) or ("10",))[-1]
    sign = amount[0] if amount[:1] in ("+", "-") else ""
    number = whole_number(option, amount.removeprefix(sign))
    headed = "-v" in arguments or (len(paths) > 1 and "-q" not in arguments)
    for path in paths:
        with output.errors_as_notes(several=len(paths) > 1):
            source = read_text(files, path)
            if headed:
                output.line(f"==> {source.path} <==")
            shown = part(source, sign, number, output)
            lines = source.lines[shown]
            if option == "-c":
                lines = source.content[shown].decode("utf-8", "replace").split("\n")
            for line in lines:
                output.line(line.rstrip("\r"))


def _modern(argv: Sequence[str]) -> list[str]:
    """With `-n 20` in place of a first `-20`, the form before there was `-n`."""
    if argv and argv[0].startswith("-") and argv[0][1:].isdigit():
        return ["-n", argv[0][1:], *argv[1:]]
    return list(argv)


def _head(source: SourceText, sign: str, number: int, output: Output) -> slice:
    """`-N` is all but the last N."""
    if source.cut and sign == "-":
        output.note(f"{source.path} is over 8 MB; only that much was looked at.")
    return slice(-number if sign == "-" else number)


def _tail(source: SourceText, sign: str, number: int, _output: Output) -> slice:
    """`+N` counts from the start, the first being 1."""
    if source.cut:
        raise ToolError(f"{source.path} is over 8 MB and its end is not read; use head")
    if sign == "+":
        return slice(max(number - 1, 0), None)
    return slice(-number, None) if number else slice(0, 0)


HEAD = Command("head", "head [-n N] [-c N] [-q -v] PATH...", partial(run, "head", _head))
TAIL = Command("tail", "tail [-n [+]N] [-c N] [-q -v] PATH...", partial(run, "tail", _tail))
