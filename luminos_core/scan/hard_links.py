"""Files with another name outside of the target. Nothing tells such a hard link from a file that
belongs here, and whoever can write the target may link any file of the same disk into it."""

import stat
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from luminos_core.records.snapshot import DirectoryRecord, ScanError
from luminos_core.scan.directory_walk import DirectoryListing
from luminos_core.text.filenames import encode_name
from luminos_core.text.formats import listed, pluralize

_Inode = tuple[int, int]  # device, number


class HardLinks:
    """The regular files of a walk that have several names."""

    def __init__(self) -> None:
        self._names: dict[_Inode, list[str]] = {}
        self._links: Counter[_Inode] = Counter()  # how many names each has anywhere

    def add(self, listing: DirectoryListing) -> None:
        for entry in listing.files:
            found = entry.stat
            if found.st_nlink > 1 and stat.S_ISREG(found.st_mode):
                inode = (found.st_dev, found.st_ino)
                self._names.setdefault(inode, []).append(encode_name(entry.path))
                self._links[inode] = max(self._links[inode], found.st_nlink)

    def outside(self) -> frozenset[str]:
        """The paths of those with a name that the walk did not come to."""
        return frozenset(
            name
            for inode, names in self._names.items()
            if self._links[inode] > len(names)
            for name in names
        )


def mark_linked(
    directories: Iterable[DirectoryRecord], outside: frozenset[str]
) -> tuple[DirectoryRecord, ...]:
    """The directories, with `linked_outside` set for their files in `outside`."""
    return tuple(
        replace(
            directory,
            files=tuple(
                replace(file, linked_outside=True) if file.path in outside else file
                for file in directory.files
            ),
        )
        if any(file.path in outside for file in directory.files)
        else directory
        for directory in directories
    )


def linked_problem(directories: Iterable[DirectoryRecord]) -> ScanError | None:
    """What a person is told of them."""
    paths = [file.path for each in directories for file in each.files if file.linked_outside]
    if not paths:
        return None
    has = "has" if len(paths) == 1 else "have"
    problem = (
        f"{pluralize(len(paths), 'file')} {has} another name outside of the target (hard links) "
        f"and no model is shown the content: {listed(paths)}; LUMINOS_HARD_LINKS=show shows it"
    )
    return ScanError(path=".", problem=problem)
