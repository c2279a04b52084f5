"""What does not fit into one prompt, split by subtree."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from luminos_core.text.sanitize import sanitize_name
from luminos_core.text.tree_paths import parent_of

_NAMED = 3  # subtrees in a title
_LONGEST = 80  # characters of each


class Piece(NamedTuple):
    """A part of a prompt that is about one directory."""

    path: str
    size: int  # characters


def in_tree_order(paths: Iterable[str]) -> list[str]:
    """Parents before their children, each subtree in one run."""
    return sorted(paths, key=lambda path: [] if path == "." else path.split("/"))


def split(pieces: Sequence[Piece], limit: int) -> list[list[int]]:
    """The positions of `pieces`, which are in tree order, in groups of at most `limit` characters,
    or of one larger piece. A subtree that fits into a group is in one."""
    subtrees = _subtree_sizes(pieces)
    groups: list[list[int]] = []
    used = limit + 1
    for position, piece in enumerate(pieces):
        subtree = subtrees[piece.path]
        needed = subtree if subtree <= limit else piece.size
        if used + needed > limit:
            groups.append([])
            used = 0
        groups[-1].append(position)
        used += piece.size
        subtrees[piece.path] -= piece.size  # what is left of it
    return groups


def title(paths: Iterable[str]) -> str:
    """The subtrees that `paths` are: "src/a, src/b and 4 more"."""
    known = set(paths)
    tops = [path for path in in_tree_order(known) if path == "." or parent_of(path) not in known]
    more = f" and {len(tops) - _NAMED:,} more" if len(tops) > _NAMED else ""
    return ", ".join(map(_short, tops[:_NAMED])) + more


def _short(path: str) -> str:
    name = sanitize_name(path)
    return name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}"


def _subtree_sizes(pieces: Sequence[Piece]) -> dict[str, int]:
    """Of each piece's directory with all below it."""
    sizes: dict[str, int] = defaultdict(int)
    own: dict[str, int] = defaultdict(int)
    for piece in pieces:
        own[piece.path] += piece.size
    for path in reversed(in_tree_order(own)):
        sizes[path] += own[path]
        if path != ".":
            sizes[parent_of(path)] += sizes[path]
    return sizes
