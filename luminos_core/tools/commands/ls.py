"""ls: the entries of directories."""

import stat
from collections.abc import Callable, Sequence
from typing import Any

from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.command import Arguments, Command, parse
from luminos_core.tools.commands.output import Output, human_size
from luminos_core.tools.commands.traverse import traverse
from luminos_core.tools.listing import Entry, entries, entry_at

_FLAGS = (
    "-l -a,--all -A,--almost-all -1 -h,--human-readable -d,--directory -R,--recursive -S -t "
    "-r,--reverse -F,--classify,-p"
)


def run(argv: Sequence[str], files: SandboxedDir, output: Output) -> None:
    arguments = parse("ls", argv, flags=_FLAGS)
    paths = arguments.operands or (".",)
    for path in paths:
        entry = entry_at(files, path)
        if not entry.is_directory or "-d" in arguments:
            output.line(_line(entry, entry.path, arguments))
        elif "-R" in arguments:
            _list_tree(entry, files, arguments, output)
        else:
            _list(entry, files, arguments, output, headed=len(paths) > 1)


def _list_tree(top: Entry, files: SandboxedDir, arguments: Arguments, output: Output) -> None:
    for step in traverse(files, top.path, output):
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
    found.sort(key=_order(arguments), reverse="-r" in arguments)
    for entry in found:
        output.line(_line(entry, entry.name, arguments))


def _is_shown(entry: Entry, arguments: Arguments) -> bool:
    return "-a" in arguments or "-A" in arguments or not entry.name.startswith(".")


def _order(arguments: Arguments) -> Callable[[Entry], Any]:
    if "-S" in arguments:
        return lambda entry: (-entry.stat.st_size, entry.name)
    if "-t" in arguments:
        return lambda entry: (-entry.stat.st_mtime_ns, entry.name)
    return lambda entry: entry.name


def _line(entry: Entry, name: str, arguments: Arguments) -> str:
    shown = f"{name}/" if entry.is_directory else name
    if "-l" not in arguments:
        return shown
    size = human_size(entry.stat.st_size) if "-h" in arguments else entry.stat.st_size
    minute = entry.modified[:16].replace("T", " ")
    return f"{stat.filemode(entry.stat.st_mode)} {size:>9} {minute} {shown}"


LS = Command(name="ls", usage="ls [-l -a -A -1 -h -d -R -S -t -r -F] [PATH...]", run=run)
