"""What head and tail share: their options, their files, and the headings between those."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import SourceText, read_text
from luminos_core.tools.commands.grammar import Option, parse, whole_number
from luminos_core.tools.commands.output import Output

_OPTIONS = (
    Option(("-n", "--lines"), takes_value=True),
    Option(("-c", "--bytes"), takes_value=True),
    Option(("-q", "--quiet", "--silent")),
    Option(("-v", "--verbose")),
)


@dataclass(frozen=True)
class Amount:
    """How much of a file: "+5", "-5" and "5" differ by `sign`."""

    number: int
    sign: str
    in_bytes: bool


def amount_and_paths(command: str, argv: Sequence[str]) -> tuple[Amount, tuple[str, ...], bool]:
    """What was asked for, of which files, and whether their names are to be shown."""
    arguments = parse(command, _modern(argv), _OPTIONS)
    if not arguments.operands:
        raise ToolError(f"{command} needs a file")
    in_bytes = arguments.has("-c")
    option = "-c" if in_bytes else "-n"
    text = (arguments.texts(option) or ("10",))[-1]
    sign = text[0] if text[:1] in ("+", "-") else ""
    named = arguments.has("-v") or (len(arguments.operands) > 1 and not arguments.has("-q"))
    number = whole_number(option, text.removeprefix(sign))
    return Amount(number, sign, in_bytes), arguments.operands, named


def texts(
    files: SandboxedDir, paths: Sequence[str], named: bool, output: Output
) -> Iterator[SourceText]:
    """Each file's text, after its heading."""
    for path in paths:
        with output.noting(several=len(paths) > 1):
            source = read_text(files, path)
            if named:
                output.line(f"==> {source.path} <==")
            yield source


def _modern(argv: Sequence[str]) -> list[str]:
    """`-20` first, as it was written before there was `-n`."""
    first, others = list(argv[:1]), list(argv[1:])
    if first and first[0].startswith("-") and first[0][1:].isdigit():
        first = ["-n", first[0][1:]]
    return first + others
