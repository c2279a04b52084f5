"""Subtrees in which nothing changed, loaded from the store by one step each.

A large target has too many directories for a step each on a quiet night.
"""

from collections.abc import Collection, Mapping, Sequence

from luminos_core.audit.run_plan import RunPlan
from luminos_core.records.snapshot import DirectoryRecord

LARGE_TARGET = 500  # directories; up to it every directory is a step of its own


def unchanged_subtrees(
    directories: Mapping[str, DirectoryRecord], cached: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """The largest subtrees all of whose directories are in `cached`, by root: every path in it,
    children first. A subtree of one directory is left out; it is one step anyway."""
    whole = _whole_subtrees(directories, cached)
    inner = {child for path in whole for child in directories[path].children}
    roots = [path for path in whole if path not in inner and directories[path].children]
    return {root: _paths(directories, root) for root in roots}


def waits_for(plan: RunPlan, subtrees: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """For each step to come, the directories whose steps it waits for. Each of `subtrees` is one
    step, by its root."""
    inner = {path for root, paths in subtrees.items() for path in paths if path != root}
    return {
        path: tuple(
            child
            for child in plan.directories[path].children
            if path not in subtrees and child in plan.assignments
        )
        for path in plan.assignments
        if path not in inner
    }


def _whole_subtrees(
    directories: Mapping[str, DirectoryRecord], cached: Collection[str]
) -> set[str]:
    """The roots of subtrees that are cached whole; `directories` come children first."""
    whole: set[str] = set()
    for path, directory in directories.items():
        if path in cached and whole.issuperset(directory.children):
            whole.add(path)
    return whole


def _paths(directories: Mapping[str, DirectoryRecord], root: str) -> tuple[str, ...]:
    found, waiting = [], [root]
    while waiting:
        path = waiting.pop()
        found.append(path)
        waiting.extend(directories[path].children)
    return tuple(reversed(found))
