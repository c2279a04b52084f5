"""Nodes of a document by path: "jobs.*.steps.*.uses"."""

from collections.abc import Iterator
from fnmatch import fnmatchcase

from luminos_core.parsers.documents.node import Node

DEEP = "**"  # any number of names
_SEPARATOR = "."
_ALTERNATIVE = "|"


def select(node: Node, path: str) -> Iterator[tuple[Node, Node]]:
    """Each node at `path` below `node`, with the node that holds it. A name may be a glob, or
    several with "|" between."""
    yield from _below(node, tuple(path.split(_SEPARATOR)))


def _below(node: Node, names: tuple[str, ...]) -> Iterator[tuple[Node, Node]]:
    first, rest = names[0], names[1:]
    if first == DEEP:
        yield from _below(node, rest) if rest else ()
        for _, entry in node.entries:
            if not rest:
                yield entry, node
            yield from _below(entry, names)
        return
    globs = first.split(_ALTERNATIVE)
    for name, entry in node.entries:
        if any(fnmatchcase(name, glob) for glob in globs):
            if rest:
                yield from _below(entry, rest)
            else:
                yield entry, node
