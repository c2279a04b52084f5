"""The scan cache: the facts of each file, so that an unchanged file is not opened again.

A file is unchanged when its size, mtime, ctime and inode are the same. A file that changed less
than two seconds before it was read could change again and look the same, so it is not cached.
"""

import time
from pathlib import Path
from typing import Any, Self

import orjson

from luminos_core import __version__
from luminos_core.git.commit_times import CommitTimes, NoCommitTimes
from luminos_core.scan.classify.linguist import linguist
from luminos_core.scan.directory_walk import CHANGED, Entry
from luminos_core.scan.file_reader import ContentFacts
from luminos_core.store.layout import Store, target_id
from luminos_core.text.filenames import encode_name

_FORMAT = 2  # raised whenever the same bytes would be read differently
_CLOCK_GRANULARITY = 2_000_000_000  # ns; the coarsest of a file system in use (FAT's)
_STAT_FIELDS = 5  # a row is name, size, mtime_ns, ctime_ns, inode, then the ContentFacts


def load_scan(store: Store, target: Path, *, fresh: bool) -> "ScanCache":
    """The cache that the last scan of `target`, a real path, left; an empty one when `fresh`, when
    there is none, or when its signature is wrong. StoreError when the store cannot be used."""
    version = f"{__version__}, {linguist().source}"
    stored = None if fresh else store.signed("scans").load(target_id(target))
    return ScanCache(version) if stored is None else ScanCache.load(version, stored)


def store_scan(store: Store, target: Path, cache: "ScanCache") -> None:
    """Save the cache of a finished scan; StoreError when it cannot be written."""
    if (content := cache.dump()) is not None:
        store.signed("scans").write(target_id(target), *content)


def empty_cache() -> "ScanCache":
    return ScanCache("empty")


class ScanCache:
    """The rows of the last scan, looked up a directory at a time, and those of this one.

    Stored as lines of JSON: a header, the commit times, then the path and the rows of each
    directory. A directory's rows are parsed when the walk enters it, so that a large tree is never
    in memory twice.
    """

    def __init__(self, version: str) -> None:
        """`version` names what else the facts depend on, such as the language rules. Rows of
        another version are not used."""
        self._header = orjson.dumps([_FORMAT, version])
        self._stored: dict[bytes, bytes] = {}  # path to rows, both as JSON
        self._directory = b""  # that the walk is in, as JSON
        self._directory_stored = b""  # its stored rows
        self._directory_rows: dict[str, list[Any]] = {}  # the same by name, without those used
        self._directory_changed = False  # whether its rows differ from the stored ones
        self._cached_until = 0  # ns; a file of it that changed later is not cached
        self._rows: list[list[Any]] = []  # its rows of this scan
        self._output: list[bytes] = []  # of the directories that the walk has left
        self.commit_times: CommitTimes | None = None
        self._changed = True  # False while nothing differs from what was stored

    @classmethod
    def load(cls, version: str, stored: bytes) -> Self:
        """The cache that `dump` returned, joined."""
        cache = cls(version)
        header, commit_times, *lines = stored.split(b"\n")
        if header == cache._header:
            found = orjson.loads(commit_times)
            cache.commit_times = found and CommitTimes(**found)
            cache._stored = dict(zip(lines[::2], lines[1::2], strict=False))
            cache._changed = False
        return cache

    def enter(self, directory: str) -> None:
        """Begin `directory`; the entries that follow are its own."""
        self._leave()
        self._directory = orjson.dumps(encode_name(directory))
        self._cached_until = time.time_ns() - _CLOCK_GRANULARITY
        self._directory_stored = self._stored.pop(self._directory, b"")
        self._directory_rows = {
            row[0]: row for row in orjson.loads(self._directory_stored or b"[]")
        }
        self._directory_changed = False

    def lookup(self, entry: Entry) -> ContentFacts | None:
        """The cached facts of a file; None when it has changed, or is not cached."""
        if not self._directory_rows:
            return None
        row = self._directory_rows.pop(encode_name(entry.name), None)
        if row is None or row[:_STAT_FIELDS] != _stat_fields(entry):
            return None
        facts = ContentFacts(*row[_STAT_FIELDS:])
        if facts.binary and not facts.mime:
            return None  # libmagic was missing
        self._rows.append(row)
        return facts

    def add(self, entry: Entry, facts: ContentFacts) -> None:
        """Cache what was read of a file, unless it failed or the file has only just changed."""
        self._directory_changed = True
        changed = max(entry.stat.st_mtime_ns, entry.stat.st_ctime_ns)
        if facts.digest is None or facts.note == CHANGED or changed > self._cached_until:
            return
        self._rows.append([*_stat_fields(entry), *facts])

    def set_commit_times(self, found: CommitTimes | NoCommitTimes) -> None:
        now = found if isinstance(found, CommitTimes) else None
        before = self.commit_times
        self._changed = self._changed or (now and now.head) != (before and before.head)
        self.commit_times = now

    def dump(self) -> list[bytes] | None:
        """The cache in parts, for the next scan's `load`; None when nothing has changed."""
        self._leave()
        if not (self._changed or self._stored):
            return None
        return [self._header, b"\n", orjson.dumps(self.commit_times), b"\n", *self._output]

    def _leave(self) -> None:
        """Finish the directory. Entries that no longer exist are dropped."""
        is_changed = self._directory_changed or bool(self._directory_rows)
        rows = orjson.dumps(self._rows) if is_changed else self._directory_stored
        if self._directory and self._rows:
            # A copy: what orjson returns takes 4 KB at least.
            self._output.append(b"%b\n%b\n" % (self._directory, rows))
        self._changed = self._changed or is_changed
        self._rows = []


def _stat_fields(entry: Entry) -> list[Any]:
    found = entry.stat
    name = encode_name(entry.name)
    return [name, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]
