"""Subtrees in which nothing changed, taken from the store by one task each.

Starting a task run for every directory is paced, so a quiet night over thousands of directories
would take minutes. On a large target an unchanged subtree is one task run, named so.
"""

from collections.abc import Collection, Mapping

from luminos_core.records.snapshot import DirectoryRecord

LARGE_TARGET = 500  # directories; below it every directory is a task run of its own


def quiet_subtrees(
    directories: Mapping[str, DirectoryRecord], stored: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """The largest subtrees all of whose directories are in `stored`, by root: every path in it,
    children first. Subtrees of one directory are left out; they are a task run anyway."""
    whole = _whole_subtrees(directories, stored)
    inner = {child for path in whole for child in directories[path].children}
    roots = [path for path in whole if path not in inner and directories[path].children]
    return {root: _paths(directories, root) for root in roots}


def _whole_subtrees(
    directories: Mapping[str, DirectoryRecord], stored: Collection[str]
) -> set[str]:
    """The roots of subtrees that are stored whole; `directories` come children first."""
    whole: set[str] = set()
    for path, directory in directories.items():
        if path in stored and whole.issuperset(directory.children):
            whole.add(path)
    return whole


def _paths(directories: Mapping[str, DirectoryRecord], root: str) -> tuple[str, ...]:
    found, waiting = [], [root]
    while waiting:
        path = waiting.pop()
        found.append(path)
        waiting.extend(directories[path].children)
    return tuple(reversed(found))
