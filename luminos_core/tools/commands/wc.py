"""wc: lines, words and bytes of files."""

from collections import Counter
from collections.abc import Sequence

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.classify.language import is_source_name
from luminos_core.scan.source_text import MAX_READ, refuse_withheld
from luminos_core.scan.text_facts import is_binary
from luminos_core.text.decode import decode
from luminos_core.text.escape import printable_name
from luminos_core.tools.commands.command import Command, parse
from luminos_core.tools.commands.output import Output

_FLAGS = "-l,--lines -w,--words -m,--chars -c,--bytes"


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("wc", argv, flags=_FLAGS, needs="a file")
    paths = arguments.operands
    wanted = [option for option in ("-l", "-w", "-m", "-c") if option in arguments]
    wanted = wanted or ["-l", "-w", "-c"]
    totals: Counter[str] = Counter()
    for path in paths:
        with output.errors_as_notes(several=len(paths) > 1):
            counts = _counts(files, path, output)
            output.line(" ".join(str(counts[option]) for option in wanted) + f" {path}")
            totals.update(counts)
    if len(paths) > 1:
        output.line(" ".join(str(totals[option]) for option in wanted) + " total")


def _counts(files: SandboxedDir, path: str, output: Output) -> dict[str, int]:
    output.check()
    relative = files.relative(path)
    refuse_withheld(relative)
    content, cut = files.read(path, MAX_READ)
    shown = printable_name(relative)
    if cut:
        output.note(f"{shown}: lines, words and characters of its first 8 MB only.")
    binary = is_binary(content, lambda: is_source_name(relative.rpartition("/")[2]))
    decoded = None if binary else decode(content, cut=cut)
    text = decoded.text if decoded else content.decode("utf-8", "replace")
    lines = text.count("\n")
    if not lines and "\r" in text:
        lines = text.count("\r")
        output.note(f"{shown}: its lines end in carriage returns alone.")
    if decoded and decoded.encoding.startswith(("utf-16", "utf-32")):
        output.note(f"{shown}: it is {decoded.encoding}, and counted as the text it holds.")
    return {
        "-l": lines,
        "-w": len(text.split()),
        "-m": len(text),
        "-c": files.lstat(path).st_size,
    }


WC = Command(name="wc", usage="wc [-l -w -m -c] PATH...", run=run)
