"""stat: what the system says of an entry, without opening it."""

import stat
from collections.abc import Sequence
from datetime import UTC, datetime

from luminos_core.beneath import Beneath
from luminos_core.errors import ToolError
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import entry_at


def run(argv: Sequence[str], files: Beneath, output: Output) -> None:
    arguments = parse("stat", argv, ())
    if not arguments.operands:
        raise ToolError("stat needs a path")
    for path in arguments.operands:
        entry = entry_at(files, path)
        kind = "directory" if entry.is_directory else entry.kind.value
        changed = datetime.fromtimestamp(entry.stat.st_mtime, UTC).isoformat(timespec="seconds")
        output.line(
            f"{entry.path}: {kind}, {entry.stat.st_size} bytes, "
            f"{entry.stat.st_blocks * 512} on disk, {stat.filemode(entry.stat.st_mode)}, "
            f"{entry.stat.st_nlink} links, changed {changed}"
        )


STAT = Command(name="stat", usage="stat PATH...", run=run)
