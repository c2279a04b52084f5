"""du: disk use of directories, each inode counted once."""

from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Arguments, Command, parse
from luminos_core.tools.commands.output import Output, human_size
from luminos_core.tools.commands.traverse import MAX_DEPTH, Visit, traverse

_FLAGS = "-s,--summarize -a,--all -h,--human-readable -k -b,--bytes -c,--total"


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("du", argv, flags=_FLAGS, valued="-d,--max-depth")
    counted: set[tuple[int, int]] = set()
    total = 0
    for path in arguments.operands or (".",):
        steps = list(traverse(files, path, output, into_history=True))
        sizes = _sizes(steps, counted, apparent="-b" in arguments)
        total += sizes[steps[0].entry.path]
        for visit in reversed(steps):
            if _is_shown(visit, arguments):
                size = _shown(sizes[visit.entry.path], arguments)
                output.line(f"{size}\t{visit.entry.path}")
    if "-c" in arguments:
        output.line(f"{_shown(total, arguments)}\ttotal")


def _sizes(
    steps: Sequence[Visit], counted: set[tuple[int, int]], *, apparent: bool
) -> Counter[str]:
    """Bytes by path, of a directory with all that is in it."""
    sizes: Counter[str] = Counter()
    for visit in steps:
        found = visit.entry.stat
        if (found.st_dev, found.st_ino) in counted:
            continue
        counted.add((found.st_dev, found.st_ino))
        path = PurePosixPath(visit.entry.path)
        for each in (path, *path.parents):
            sizes[str(each)] += found.st_size if apparent else found.st_blocks * 512
    return sizes


def _is_shown(visit: Visit, arguments: Arguments) -> bool:
    deepest = 0 if "-s" in arguments else arguments.number("-d", MAX_DEPTH)
    kind = visit.entry.is_directory or "-a" in arguments or visit.depth == 0
    return kind and visit.depth <= deepest


def _shown(size: int, arguments: Arguments) -> str:
    if "-h" in arguments:
        return human_size(size)
    return str(size if "-b" in arguments else -(-size // 1024))


DU = Command(name="du", usage="du [-s -a -h -k -b -c] [-d N] [PATH...]", run=run)
