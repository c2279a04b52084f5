"""The keys of a whole tree, if every directory in it ends complete."""

from collections.abc import Collection, Sequence

from luminos_core.cache.keys import directory_key, key_digest
from luminos_core.records.base import Record
from luminos_core.records.directory import ChildIngredient, DirectoryKey, DirectoryState
from luminos_core.records.snapshot import DirectoryRecord


class Asking(Record):
    """What asks: the ingredients that are the same for every directory of a run."""

    prompt: str  # digest
    tools: str  # digest
    model: str  # id


def tree_keys(
    directories: Sequence[DirectoryRecord], skipped: Collection[str], asking: Asking
) -> dict[str, DirectoryKey]:
    """A key for each directory by path; `directories` come deepest first. A skipped child leaves
    its gap in its parent's key, as it will in the run."""
    keys: dict[str, DirectoryKey] = {}
    for directory in directories:
        children = [
            ChildIngredient(
                path=child,
                key=key_digest(keys[child]),
                gap=DirectoryState.SKIPPED.value if child in skipped else "",
            )
            for child in directory.children
        ]
        keys[directory.path] = directory_key(
            directory, children, asking.prompt, asking.tools, asking.model
        )
    return keys
