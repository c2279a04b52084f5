"""stat: what the system says of an entry, without opening it."""

import stat
from collections.abc import Sequence
from datetime import UTC, datetime

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import Entry, entry_at


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("stat", argv, ())
    if not arguments.operands:
        raise ToolError("stat needs a path")
    for path in arguments.operands:
        with output.noting(several=len(arguments.operands) > 1):
            output.line(_line(entry_at(files, path)))


def _line(entry: Entry) -> str:
    found = entry.stat
    kind = "directory" if entry.is_directory else entry.kind.value
    changed = datetime.fromtimestamp(found.st_mtime, UTC).isoformat(timespec="seconds")
    return (
        f"{entry.path}: {kind}, {found.st_size} bytes, {found.st_blocks * 512} on disk, "
        f"{stat.filemode(found.st_mode)}, {found.st_nlink} links, changed {changed}"
    )


STAT = Command(name="stat", usage="stat PATH...", run=run)
