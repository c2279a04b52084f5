"""head: the beginning of files."""

from collections.abc import Sequence

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.ends import amount_and_paths, texts
from luminos_core.tools.commands.output import Output


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    amount, paths, named = amount_and_paths("head", argv)
    stop = -amount.number if amount.sign == "-" else amount.number
    for source in texts(files, paths, named, output):
        if source.cut and amount.sign == "-":
            output.note(f"{source.path} is over 8 MB; only that much was looked at.")
        if amount.in_bytes:
            shown = source.content[:stop].decode("utf-8", "replace").split("\n")
        else:
            shown = source.lines[:stop]
        for line in shown:
            output.line(line.rstrip("\r"))


HEAD = Command(name="head", usage="head [-n N] [-c N] [-q -v] PATH...", run=run)
