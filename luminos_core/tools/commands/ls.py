"""ls: the entries of directories."""

import stat
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Command
from luminos_core.tools.commands.grammar import Arguments, Option, parse
from luminos_core.tools.commands.output import Output
from luminos_core.tools.commands.sizes import human
from luminos_core.tools.commands.walk import walk
from luminos_core.tools.listing import Entry, entries, entry_at

_OPTIONS = (
    Option(("-l",)),
    Option(("-a", "--all")),
    Option(("-A", "--almost-all")),
    Option(("-1",)),
    Option(("-h", "--human-readable")),
    Option(("-d", "--directory")),
    Option(("-R", "--recursive")),
    Option(("-S",)),
    Option(("-t",)),
    Option(("-r", "--reverse")),
    Option(("-F", "--classify", "-p")),
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("ls", argv, _OPTIONS)
    paths = arguments.operands or (".",)
    for path in paths:
        entry = entry_at(files, path)
        if not entry.is_directory or arguments.has("-d"):
            output.line(_line(entry, entry.path, arguments))
        elif arguments.has("-R"):
            _list_tree(entry, files, arguments, output)
        else:
            _list(entry, files, arguments, output, headed=len(paths) > 1)


def _list_tree(top: Entry, files: SandboxedDir, arguments: Arguments, output: Output) -> None:
    for step in walk(files, top.path, output):
        hidden = step.depth > 0 and not _is_shown(step.entry, arguments)
        step.prune = hidden
        if step.entry.is_directory and not hidden:
            _list(step.entry, files, arguments, output, headed=True)


def _list(
    directory: Entry, files: SandboxedDir, arguments: Arguments, output: Output, *, headed: bool
) -> None:
    if headed:
        output.line(f"{directory.path}:")
    found = [entry for entry in entries(files, directory.path) if _is_shown(entry, arguments)]
    found.sort(key=_order(arguments), reverse=arguments.has("-r"))
    for entry in found:
        output.line(_line(entry, entry.name, arguments))


def _is_shown(entry: Entry, arguments: Arguments) -> bool:
    return arguments.has("-a") or arguments.has("-A") or not entry.name.startswith(".")


def _order(arguments: Arguments) -> Callable[[Entry], Any]:
    if arguments.has("-S"):
        return lambda entry: (-entry.stat.st_size, entry.name)
    if arguments.has("-t"):
        return lambda entry: (-entry.stat.st_mtime_ns, entry.name)
    return lambda entry: entry.name


def _line(entry: Entry, name: str, arguments: Arguments) -> str:
    shown = f"{name}/" if entry.is_directory else name
    if not arguments.has("-l"):
        return shown
    size = entry.stat.st_size
    changed = datetime.fromtimestamp(entry.stat.st_mtime, UTC).strftime("%Y-%m-%d %H:%M")
    return " ".join(
        (
            stat.filemode(entry.stat.st_mode),
            f"{human(size) if arguments.has('-h') else size:>9}",
            changed,
            shown,
        )
    )


LS = Command(name="ls", usage="ls [-l -a -A -1 -h -d -R -S -t -r -F] [PATH...]", run=run)
