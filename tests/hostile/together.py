"""Many trees as the directories of one target: what each does to the others is tried, too."""

from collections.abc import Iterable
from dataclasses import replace

from tests.hostile.tree import HostileTree, Outcome, Place


def together(trees: Iterable[HostileTree]) -> HostileTree:
    """One tree of all of them; each must have its outcome in its directory."""
    folders = {f"t{number}": tree for number, tree in enumerate(trees)}

    def make(place: Place) -> None:
        for folder, tree in folders.items():
            inner = replace(place, target=place.target / folder)
            inner.target.mkdir()
            tree.make(inner)

    outcome = Outcome(
        not_parsed=tuple(
            f"{folder}/{path}"
            for folder, tree in folders.items()
            for path in tree.outcome.not_parsed
        ),
        flags=tuple(
            (f"{folder}/{path}", rule)
            for folder, tree in folders.items()
            for path, rule in tree.outcome.flags
        ),
        cpu=sum(tree.outcome.cpu for tree in folders.values()),
        memory=max(tree.outcome.memory for tree in folders.values()),
    )
    return HostileTree("together", make, outcome)
