"""Disk usage as `du` counts it: blocks, each inode once, directories and ignored files included."""

import os

from luminos_core.records.snapshot import DirectorySize
from luminos_core.scan.directory_walk import DirectoryListing
from luminos_core.text.filenames import encode_name

_BLOCK = 512  # bytes; the unit of st_blocks on every system
_TOP = 5
_TOP_DEPTH = 2


class DiskUsage:
    """The sum over the listings of a walk."""

    def __init__(self) -> None:
        self.total = 0  # bytes
        self._by_path: dict[str, int] = {}  # of the directories at depth 1 and 2
        self._hard_links: set[tuple[int, int]] = set()  # inodes with several names, already counted

    def add(self, listing: DirectoryListing) -> None:
        """Count the directory's files, and the blocks of its child directories."""
        blocks = 0
        for entry in listing.files:
            found = entry.stat
            if found.st_nlink == 1 or self._is_new_inode(found):
                blocks += found.st_blocks
        self._count(listing.path, blocks * _BLOCK)
        for entry in listing.directories:
            self._count(entry.path, entry.stat.st_blocks * _BLOCK)

    def add_root(self, root: os.stat_result) -> None:
        self.total += root.st_blocks * _BLOCK

    def top(self) -> tuple[DirectorySize, ...]:
        """The largest directories at depth 1 and 2, the largest first."""
        ordered = sorted(self._by_path.items(), key=lambda item: (-item[1], item[0]))
        return tuple(
            DirectorySize(path=encode_name(path), size=size) for path, size in ordered[:_TOP]
        )

    def _count(self, path: str, size: int) -> None:
        self.total += size
        if path == ".":
            return
        parts = path.split("/", _TOP_DEPTH)[:_TOP_DEPTH]
        for depth in range(1, len(parts) + 1):
            ancestor = "/".join(parts[:depth])
            self._by_path[ancestor] = self._by_path.get(ancestor, 0) + size

    def _is_new_inode(self, found: os.stat_result) -> bool:
        """Whether no other name of the inode has been counted."""
        inode = (found.st_dev, found.st_ino)
        if inode in self._hard_links:
            return False
        self._hard_links.add(inode)
        return True
