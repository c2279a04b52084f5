"""wc: lines, words and bytes of files."""

from collections.abc import Sequence

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import MAX_READ, refuse_withheld
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import Option, parse
from luminos_core.tools.commands.output import Output

_OPTIONS = (
    Option(("-l", "--lines")),
    Option(("-w", "--words")),
    Option(("-m", "--chars")),
    Option(("-c", "--bytes")),
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("wc", argv, _OPTIONS)
    wanted = [letter for letter in ("-l", "-w", "-m", "-c") if arguments.has(letter)]
    wanted = wanted or ["-l", "-w", "-c"]
    if not arguments.operands:
        raise ToolError("wc needs a file")
    totals = dict.fromkeys(wanted, 0)
    for path in arguments.operands:
        with output.noting(several=len(arguments.operands) > 1):
            counts = _counts(files, path, output)
            output.line(" ".join(str(counts[letter]) for letter in wanted) + f" {path}")
            for letter in wanted:
                totals[letter] += counts[letter]
    if len(arguments.operands) > 1:
        output.line(" ".join(str(totals[letter]) for letter in wanted) + " total")


def _counts(files: SandboxedDir, path: str, output: Output) -> dict[str, int]:
    output.check()
    refuse_withheld(files.relative(path))
    content, cut = files.read(path, MAX_READ)
    if cut:
        output.note(f"{path}: lines, words and characters of its first 8 MB only.")
    return {
        "-l": content.count(b"\n"),
        "-w": len(content.split()),
        "-m": len(content.decode("utf-8", "replace")),
        "-c": files.lstat(path).st_size,
    }


WC = Command(name="wc", usage="wc [-l -w -m -c] PATH...", run=run)
