"""Disk use as `du` counts it: blocks, each inode once, directories and ignored files included."""

import os

from luminos_core.records.snapshot import DirectorySize
from luminos_core.scan.walk import Visit
from luminos_core.text.filenames import encode_name

_BLOCK = 512  # bytes; the unit of st_blocks on every system, whatever the file system's own
_TOP = 5
_TOP_DEPTH = 2


class DiskUse:
    """Adds up visits, as they come from the walk."""

    def __init__(self) -> None:
        self.total = 0  # bytes
        self._by_path: dict[str, int] = {}  # of the directories at depth 1 and 2
        self._linked: set[tuple[int, int]] = set()  # inodes with several names, counted already

    def add(self, visit: Visit) -> None:
        """The directory's own entries: its files and the blocks of its child directories."""
        blocks = 0
        for entry in visit.files:
            found = entry.stat
            if found.st_nlink == 1 or self._is_first(found):
                blocks += found.st_blocks
        self._count(visit.path, blocks * _BLOCK)
        for entry in visit.directories:
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
            above = "/".join(parts[:depth])
            self._by_path[above] = self._by_path.get(above, 0) + size

    def _is_first(self, found: os.stat_result) -> bool:
        """Whether none of the inode's names was counted yet."""
        inode = (found.st_dev, found.st_ino)
        if inode in self._linked:
            return False
        self._linked.add(inode)
        return True
