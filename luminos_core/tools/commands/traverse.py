"""Traversing the tree for a command: in order, bounded, never through a link."""

from collections.abc import Iterator
from dataclasses import dataclass

from luminos_core.errors import ToolError
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.tools.commands.output import Output
from luminos_core.tools.listing import Entry, entries, entry_at

MAX_DEPTH = 64
_HISTORY = frozenset({".git", ".hg", ".svn"})  # of version control


@dataclass
class Visit:
    """One entry of a traversal, before what is inside it; with `prune` that is left out."""

    entry: Entry
    depth: int  # 0 at the start
    prune: bool = False


def traverse(
    files: SandboxedDir, start: str, output: Output, *, into_history: bool = False
) -> Iterator[Visit]:
    """`start` and all in it, sorted by name. Notes what is left out; Stopped at the deadline."""
    waiting = [Visit(entry_at(files, start), depth=0)]
    while waiting:
        visit = waiting.pop()
        output.check()
        yield visit
        if _is_entered(visit, into_history, output):
            waiting += _inside(files, visit, output)[::-1]


def _is_entered(visit: Visit, into_history: bool, output: Output) -> bool:
    if not visit.entry.is_directory or visit.prune:
        return False
    if visit.depth and visit.entry.name in _HISTORY and not into_history:
        output.note(f"{visit.entry.name} directories are not entered.")
        return False
    if visit.depth >= MAX_DEPTH:
        output.note(f"Directories more than {MAX_DEPTH} levels down are not entered.")
        return False
    return True


def _inside(files: SandboxedDir, visit: Visit, output: Output) -> list[Visit]:
    try:
        return [Visit(entry, visit.depth + 1) for entry in entries(files, visit.entry.path)]
    except ToolError as error:
        output.note(f"{error}.")
        return []
