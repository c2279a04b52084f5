"""The target's files as the scan recorded them. What changed since then is not shown: a result is
stored under the digests of the scan, so it must not speak of other bytes."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from blake3 import blake3

from luminos_core.errors import ChangedFile, ToolError
from luminos_core.records.snapshot import FileKind, FileRecord, Snapshot
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.file_reader import READ_LIMIT
from luminos_core.text.escape import printable_name
from luminos_core.text.formats import listed
from luminos_core.text.tree_paths import lineage

_CHUNK = 1 << 20  # bytes
_LINKED = "has another name outside of the target (a hard link) and is never shown"
_CHANGED = "changed after the scan; this audit does not show it, and the next one reads it anew"


class ScannedFiles(SandboxedDir):
    """Safe to use from many threads. Before `remember`, it holds no record and checks nothing."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._files: dict[str, FileRecord] = {}
        self._directories: set[str] = set()
        self._excluded: set[str] = set()
        self._hide_links = False
        self._changed: dict[str, set[str]] = {}  # by directory, the paths found to have changed

    def remember(self, snapshot: Snapshot, *, hide_links: bool = False) -> None:
        """From now on, show only what `snapshot` recorded, and what it excluded; with `hide_links`
        nothing excluded that has several names."""
        self._hide_links = hide_links
        self._excluded = {exclusion.path for exclusion in snapshot.exclusions}
        self._files = {file.path: file for file in snapshot.files}
        self._directories = {directory.path for directory in snapshot.directories}

    def change_in(self, directory: str) -> str:
        """Why a result about the directory is not of what the scan recorded; "" when it is."""
        own = sorted(self._changed.get(directory, ()))
        return f"changed while it was read: {listed(own)}" if own else ""

    @contextmanager
    def file(self, path: str) -> Iterator[int]:
        """ChangedFile when it is not what the scan recorded. Its size and time are compared, and
        its content when they differ."""
        relative = self.relative(path)
        record = self._files.get(relative)
        with ExitStack() as stack:
            try:
                descriptor = stack.enter_context(super().file(relative))
            except ToolError:
                if record is None or record.digest is None:
                    raise
                raise self._as_changed(relative) from None
            if not self._is_recorded(descriptor, relative):
                raise self._as_changed(relative)
            if self._is_linked_outside(descriptor, record):
                raise ToolError(f"{printable_name(relative)} {_LINKED}")
            yield descriptor

    @contextmanager
    def directory(self, path: str) -> Iterator[int]:
        relative = self.relative(path)
        with ExitStack() as stack:
            try:
                descriptor = stack.enter_context(super().directory(relative))
            except ToolError:
                if relative in self._directories:
                    self._note_change(relative, relative)
                raise
            yield descriptor

    def read(self, path: str, limit: int) -> tuple[bytes, bool]:
        """At most `limit` bytes of a file whose whole content is the recorded one."""
        relative = self.relative(path)
        record = self._files.get(relative)
        if record is None:
            return super().read(relative, limit)
        with self.file(relative) as descriptor:
            content, more, digest = _read(descriptor, limit)
        if digest != record.digest:
            raise self._as_changed(relative)
        return content, more

    def _is_recorded(self, descriptor: int, relative: str) -> bool:
        record = self._files.get(relative)
        if record is None:
            return self._is_excluded(relative)
        if record.kind is not FileKind.FILE or record.digest is None:
            return False  # it was no file, or could not be read
        found = os.fstat(descriptor)
        if (found.st_size, found.st_mtime_ns) == (record.size, record.mtime_ns):
            return True
        digest = _read(descriptor, 0)[2]
        os.lseek(descriptor, 0, os.SEEK_SET)
        return digest == record.digest

    def _is_excluded(self, relative: str) -> bool:
        """Whether the scan left the file out; if not, and it has no record, it is new."""
        for path in lineage(relative):
            if path in self._excluded:
                return True
            if path in self._directories:
                return False
        return True  # nothing is remembered

    def _is_linked_outside(self, descriptor: int, record: FileRecord | None) -> bool:
        """Of an excluded file it is not known where its other names are."""
        if record is not None:
            return record.linked_outside
        return self._hide_links and os.fstat(descriptor).st_nlink > 1

    def _as_changed(self, relative: str) -> ChangedFile:
        known = (path for path in lineage(relative) if path in self._directories)
        self._note_change(next(known, "."), relative)
        return ChangedFile(f"{printable_name(relative)} {_CHANGED}")

    def _note_change(self, directory: str, path: str) -> None:
        self._changed.setdefault(directory, set()).add(path)


def _read(descriptor: int, limit: int) -> tuple[bytes, bool, str]:
    """The first `limit` bytes, whether there are more, and the digest as a scan computes it."""
    hasher, start, size = blake3(), bytearray(), 0
    while chunk := os.read(descriptor, _CHUNK):
        hasher.update(chunk[: max(0, READ_LIMIT - size)])
        start += chunk[: max(0, limit - len(start))]
        size += len(chunk)
        if size > READ_LIMIT:
            size = os.fstat(descriptor).st_size
            hasher.update(str(size).encode())
            break
    return bytes(start), size > limit, hasher.hexdigest()
