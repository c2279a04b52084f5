"""Files that were moved or renamed: by their content, else by the flags that they still have."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from luminos_core.comparison.history import KnownFlag
from luminos_core.comparison.known_files import KnownFiles, content_of
from luminos_core.comparison.tree import Place, Tree
from luminos_core.flags.fingerprint import what_is_there
from luminos_core.records.flag import Flag

_TELLING = 6  # characters of a quotation that two files hardly share by chance


def moved_files(
    known: Sequence[KnownFlag], found: Iterable[Flag], tree: Tree, before: KnownFiles
) -> Mapping[str, str]:
    """New path by old path, of flags in files that are gone. Each new path is there once."""
    gone = {each.flag.path: each.content for each in known if _is_gone(each, tree)}
    if not gone:
        return {}
    new = [path for path in tree.files if not before.has_path(path)]
    moved = dict(_by_content(gone, new, tree))
    left = {path for path in new if path not in moved.values()}
    flags = [flag for flag in found if flag.path in left]
    lost = [each.flag for each in known if each.flag.path in gone and each.flag.path not in moved]
    return {**moved, **dict(moved_by_flags(lost, flags))}


def _is_gone(known: KnownFlag, tree: Tree) -> bool:
    return bool(known.content) and tree.place(known.flag.path) is Place.GONE


def _by_content(
    gone: Mapping[str, str], new: Iterable[str], tree: Tree
) -> Iterator[tuple[str, str]]:
    by_content: dict[str, list[str]] = defaultdict(list)
    for path in new:
        by_content[content_of(tree.files[path])].append(path)
    for old in sorted(gone):
        candidates = by_content.get(gone[old], [])
        if gone[old] and candidates:
            nearest = max(candidates, key=lambda path: (_nearness(old, path), path))
            candidates.remove(nearest)
            yield old, nearest


def moved_by_flags(lost: Iterable[Flag], found: Iterable[Flag]) -> Iterator[tuple[str, str]]:
    """New path by old path: each old one with the new one that shares most with it."""
    by_evidence: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for flag in found:
        by_evidence[_evidence(flag)][flag.path] += 1
    shared: Counter[tuple[str, str]] = Counter()
    for flag in lost:
        if len(what_is_there(flag)) >= _TELLING:
            shared.update({(flag.path, path): 1 for path in by_evidence.get(_evidence(flag), ())})
    taken: set[str] = set()
    for old, new in sorted(shared, key=lambda pair: (-shared[pair], -_nearness(*pair), pair)):
        if old not in taken and new not in taken:
            taken |= {old, new}
            yield old, new


def _evidence(flag: Flag) -> tuple[str, str, str]:
    return flag.rule, what_is_there(flag), flag.symbol.rpartition(".")[2]


def _nearness(old: str, new: str) -> int:
    """Characters that the paths have in common from their ends: the name counts most."""
    pairs = zip(reversed(old), reversed(new), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
