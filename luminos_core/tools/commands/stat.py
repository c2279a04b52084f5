"""stat: kind, size, mode and times of entries, without opening them."""

import stat
from collections.abc import Sequence

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import Entry, entry_at


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    paths = parse("stat", argv, needs="a path").operands
    for path in paths:
        with output.errors_as_notes(several=len(paths) > 1):
            output.line(_line(entry_at(files, path)))


def _line(entry: Entry) -> str:
    found = entry.stat
    kind = "directory" if entry.is_directory else entry.kind.value
    return (
        f"{entry.path}: {kind}, {found.st_size} bytes, {found.st_blocks * 512} on disk, "
        f"{stat.filemode(found.st_mode)}, {found.st_nlink} links, changed {entry.modified}"
    )


STAT = Command(name="stat", usage="stat PATH...", run=run)
