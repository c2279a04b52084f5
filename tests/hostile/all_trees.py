"""Every tree, by name."""

from tests.hostile.tree import HostileTree
from tests.hostile.trees import (
    archives,
    encodings,
    injections,
    links,
    moving,
    names,
    parsers,
    patterns,
    repositories,
    repository_files,
    rules,
    secrets,
    shapes,
    working_directory,
)

_FILES = (
    parsers, patterns, secrets, shapes, names, links, repositories, repository_files, rules,
    encodings, archives, injections, moving, working_directory,
)  # fmt: skip


def all_trees() -> dict[str, HostileTree]:
    trees = [tree for file in _FILES for tree in file.TREES]
    by_name = {tree.name: tree for tree in trees}
    assert len(by_name) == len(trees)
    return by_name
