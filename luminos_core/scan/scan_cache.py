"""What the last scan of a target read, so that a file that has not changed is not opened again.

A file is the same when size, mtime, ctime and inode are. One that had just changed when it was read
could change once more and look the same, so its reading is not kept.
"""

import time
from typing import Any, Self

import orjson

from luminos_core.git.history import History, NoHistory
from luminos_core.scan.reading import Reading
from luminos_core.scan.walk import CHANGED, Entry
from luminos_core.text.filenames import encode_name

_VERSION = 1  # raised whenever the same bytes would be read differently
_GRAIN = 2_000_000_000  # ns; the coarsest clock of a file system in use (FAT's)
_STATE = 5  # a row begins with name, size, mtime_ns, ctime_ns, inode; the rest is its Reading


class ScanCache:
    """The readings of the last scan, asked for a directory at a time, and those for the next one.

    Stored as lines of JSON: a header, git's history, then for each directory its path and its rows.
    The rows of a directory are parsed when the walk comes to it, so a large tree is never in memory
    twice.
    """

    def __init__(self, circumstances: str) -> None:
        """`circumstances` say what else a reading depends on, such as the version of the language
        rules. Readings made under others are not used."""
        self._header = orjson.dumps([_VERSION, circumstances])
        self._known: dict[bytes, bytes] = {}  # path to rows, both as JSON
        self._here: dict[str, list[Any]] = {}  # rows of the directory the walk is in, by name
        self._directory = b""
        self._settled = 0  # ns; the files in it that have not changed since are left alone
        self._stored = b""  # its rows, as they were
        self._rows: list[list[Any]] = []
        self._is_changed = False  # whether the directory's rows differ from `_stored`
        self._kept: list[bytes] = []
        self.history: History | None = None  # as read the last time
        self._is_new = True  # False while this scan tells nothing that the last one did not

    @classmethod
    def load(cls, circumstances: str, stored: bytes) -> Self:
        """With what an earlier scan's `dump` gave, in one."""
        recall = cls(circumstances)
        header, history, *lines = stored.split(b"\n")
        if header == recall._header:
            recall.history = _history(orjson.loads(history))
            recall._known = dict(zip(lines[::2], lines[1::2], strict=False))
            recall._is_new = False
        return recall

    def enter(self, directory: str) -> None:
        """What is asked for and learned from here on are entries of `directory`."""
        self._leave()
        self._directory = orjson.dumps(encode_name(directory))
        self._settled = time.time_ns() - _GRAIN
        self._stored = self._known.pop(self._directory, b"")
        self._here = {row[0]: row for row in orjson.loads(self._stored or b"[]")}
        self._is_changed = False

    def reading(self, entry: Entry) -> Reading | None:
        """What the file said when it was last read, if it has not changed since."""
        if not self._here:
            return None
        row = self._here.pop(encode_name(entry.name), None)
        if row is None or row[:_STATE] != _state(entry):
            return None
        reading = Reading(*row[_STATE:])
        if reading.binary and not reading.mime:
            return None  # libmagic was missing
        self._rows.append(row)
        return reading

    def learn(self, entry: Entry, reading: Reading) -> None:
        self._is_changed = True
        changed = max(entry.stat.st_mtime_ns, entry.stat.st_ctime_ns)
        if reading.digest is None or reading.note == CHANGED or changed > self._settled:
            return
        self._rows.append([*_state(entry), *reading])

    def remember(self, found: History | NoHistory) -> None:
        """What was read of git's history."""
        now = found if isinstance(found, History) else None
        before = self.history
        self._is_new = self._is_new or (now and now.head) != (before and before.head)
        self.history = now

    def dump(self) -> list[bytes] | None:
        """All readings of this scan in parts, for the next one's `load`; None when they are the
        same as the last one's."""
        self._leave()
        if not (self._is_new or self._known):
            return None
        return [self._header, b"\n", orjson.dumps(self.history), b"\n", *self._kept]

    def _leave(self) -> None:
        """Files and directories that are gone are forgotten."""
        is_changed = self._is_changed or bool(self._here)
        rows = orjson.dumps(self._rows) if is_changed else self._stored
        if self._directory and self._rows:
            self._kept += [self._directory, b"\n", rows, b"\n"]
        self._is_new = self._is_new or is_changed
        self._rows = []


def _history(kept: dict[str, Any] | None) -> History | None:
    return None if kept is None else History(**kept)


def _state(entry: Entry) -> list[Any]:
    found = entry.stat
    name = encode_name(entry.name)
    return [name, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]
