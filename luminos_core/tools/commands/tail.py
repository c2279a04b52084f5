"""tail: the end of files."""

from collections.abc import Sequence

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.ends import Amount, amount_and_paths, texts
from luminos_core.tools.commands.output import Output


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    amount, paths, named = amount_and_paths("tail", argv)
    for source in texts(files, paths, named, output):
        if source.cut:
            raise ToolError(f"{source.path} is over 8 MB and its end is not read; use head")
        for line in _last(source, amount):
            output.line(line.rstrip("\r"))


def _last(source: SourceText, amount: Amount) -> list[str]:
    """The lines at the end: `+N` counts from the start, the first being 1."""
    if amount.in_bytes:
        return (
            source.content[_start(len(source.content), amount) :]
            .decode("utf-8", "replace")
            .split("\n")
        )
    return source.lines[_start(len(source.lines), amount) :]


def _start(length: int, amount: Amount) -> int:
    if amount.sign == "+":
        return max(amount.number - 1, 0)
    return max(length - amount.number, 0)


TAIL = Command(name="tail", usage="tail [-n [+]N] [-c N] [-q -v] PATH...", run=run)
