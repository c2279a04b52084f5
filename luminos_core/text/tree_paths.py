"""Paths of a target's directories, as records have them: relative, with "/", the root as "."."""

from collections.abc import Iterator

ROOT = "."


def parent_of(path: str) -> str:
    """The path of the directory that holds `path`; that of the root is the root."""
    return path.rpartition("/")[0] or ROOT


def depth_of(path: str) -> int:
    """0 for the root, 1 for what is in it."""
    return 0 if path == ROOT else path.count("/") + 1


def lineage(path: str) -> Iterator[str]:
    """The path, and every directory above it up to the root."""
    while path != ROOT:
        yield path
        path = parent_of(path)
    yield ROOT
