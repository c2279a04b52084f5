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
class Step:
    """One entry of a traversal, before what is inside it; with `prune` that is left out."""

    entry: Entry
    depth: int  # 0 at the start
    prune: bool = False


def traverse(
    files: SandboxedDir, start: str, output: Output, *, into_history: bool = False
) -> Iterator[Step]:
    """`start` and all in it, sorted by name. Notes what is left out; Stopped at the deadline."""
    waiting = [Step(entry_at(files, start), depth=0)]
    while waiting:
        step = waiting.pop()
        output.check()
        yield step
        if step.entry.is_directory and not step.prune and _is_entered(step, into_history, output):
            waiting += _inside(files, step, output)[::-1]


def _is_entered(step: Step, into_history: bool, output: Output) -> bool:
    if step.depth and step.entry.name in _HISTORY and not into_history:
        output.note(f"{step.entry.name} directories are not entered.")
        return False
    if step.depth >= MAX_DEPTH:
        output.note(f"Directories more than {MAX_DEPTH} levels down are not entered.")
        return False
    return True


def _inside(files: SandboxedDir, step: Step, output: Output) -> list[Step]:
    try:
        return [Step(entry, step.depth + 1) for entry in entries(files, step.entry.path)]
    except ToolError as error:
        output.note(f"{error}.")
        return []
