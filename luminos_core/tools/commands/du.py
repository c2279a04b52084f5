"""du: disk use of directories, each inode counted once."""

from collections.abc import Sequence

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import Arguments, Option, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.commands.sizes import human
from luminos_core.tools.commands.walk import MAX_DEPTH, Step, walk

_OPTIONS = (
    Option(("-s", "--summarize")),
    Option(("-a", "--all")),
    Option(("-h", "--human-readable")),
    Option(("-k",)),
    Option(("-b", "--bytes")),
    Option(("-c", "--total")),
    Option(("-d", "--max-depth"), takes_value=True),
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("du", argv, _OPTIONS)
    counted: set[tuple[int, int]] = set()
    total = 0
    for path in arguments.operands or (".",):
        steps = list(walk(files, path, output, into_history=True))
        sizes = _sizes(steps, counted, apparent=arguments.has("-b"))
        total += sizes[steps[0].entry.path]
        for step in reversed(steps):
            if _is_shown(step, arguments):
                size = _shown(sizes[step.entry.path], arguments)
                output.line(f"{size}\t{step.entry.path}")
    if arguments.has("-c"):
        output.line(f"{_shown(total, arguments)}\ttotal")


def _sizes(
    steps: Sequence[Step], counted: set[tuple[int, int]], *, apparent: bool
) -> dict[str, int]:
    """Bytes by path, of a directory with all that is in it."""
    sizes: dict[str, int] = {}
    ancestors: list[str] = []
    for step in steps:
        found = step.entry.stat
        identity = (found.st_dev, found.st_ino)
        size = found.st_size if apparent else found.st_blocks * 512
        own = 0 if identity in counted else size
        counted.add(identity)
        del ancestors[step.depth :]
        ancestors.append(step.entry.path)
        for path in ancestors:
            sizes[path] = sizes.get(path, 0) + own
    return sizes


def _is_shown(step: Step, arguments: Arguments) -> bool:
    deepest = 0 if arguments.has("-s") else arguments.number("-d", MAX_DEPTH)
    kind = step.entry.is_directory or arguments.has("-a") or step.depth == 0
    return kind and step.depth <= deepest


def _shown(size: int, arguments: Arguments) -> str:
    if arguments.has("-h"):
        return human(size)
    return str(size if arguments.has("-b") else -(-size // 1024))


DU = Command(name="du", usage="du [-s -a -h -k -b -c] [-d N] [PATH...]", run=run)
