"""A file of JSON lines that is appended to while a run works, and survives a crash."""

import os
import threading
from pathlib import Path

from luminos_core.records.base import Record
from luminos_core.store.atomic import refuse_irregular
from luminos_core.text.json_text import to_json

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW


class Journal:
    """Safe for many threads. Raises OSError when the file cannot be opened, StoreError when it is
    no regular one."""

    def __init__(self, path: Path) -> None:
        self.error = ""  # why lines are missing, in one line
        self._path = path
        self._lock = threading.Lock()
        refuse_irregular(path)
        self._descriptor: int | None = os.open(path, _APPEND, 0o600)
        if _ends_torn(path):
            os.write(self._descriptor, b"\n")

    def append(self, record: Record) -> None:
        """Write one line; nothing after `close`. A failure is kept in `error`, since a full disk
        must not end an agent's loop."""
        line = (to_json(record) + "\n").encode()
        with self._lock:
            if self._descriptor is None:
                return
            try:
                while line:
                    line = line[os.write(self._descriptor, line) :]
            except OSError as error:
                self.error = f"{self._path} is missing lines: {error.strerror}"

    def close(self) -> None:
        with self._lock:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None


def _ends_torn(path: Path) -> bool:
    """Whether an earlier run was killed in the middle of a line."""
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"
