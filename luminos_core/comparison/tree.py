"""The target as it now is: where a flag of an earlier run would be."""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from functools import cached_property, lru_cache

from luminos_core.errors import ToolError
from luminos_core.flags.fingerprint import compared
from luminos_core.records.snapshot import FileRecord, Snapshot
from luminos_core.redaction.redact_record import redact_path
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import read_text
from luminos_core.text.tree_paths import lineage, parent_of

_TEXTS = 8  # kept
_REDACTED = "<redacted:"  # in a path of a report, for a part that looks like a secret


class Place(Enum):
    THERE = auto()
    GONE = auto()
    UNSEEN = auto()  # excluded, or it could not be listed


class Tree:
    """Paths are as in a report. `paths` are those that will be asked for."""

    def __init__(self, snapshot: Snapshot, files: SandboxedDir, paths: Iterable[str]) -> None:
        self._snapshot = snapshot
        self._disk = files
        self._is_redacted = any(_REDACTED in path for path in paths)
        self.text = lru_cache(_TEXTS)(self._text)

    @cached_property
    def files(self) -> Mapping[str, FileRecord]:
        return {self._shown(file.path): file for file in self._snapshot.files}

    @cached_property
    def unseen(self) -> frozenset[str]:
        """What was excluded by a rule, and what could not be read or listed."""
        excluded = (each.path for each in self._snapshot.exclusions if not each.of_tool)
        problems = (each.path for folder in self._snapshot.directories for each in folder.unread)
        return frozenset(map(self._shown, (*excluded, *problems)))

    def place(self, path: str) -> Place:
        if path in self.files or path in self._directories:
            return Place.UNSEEN if path in self.unseen else Place.THERE
        hidden = next((each for each in lineage(path) if each in self.unseen), None)
        if hidden is None:
            return Place.GONE
        return Place.UNSEEN if self._is_on_disk(path) else Place.GONE

    def is_file(self, path: str) -> bool:
        return path in self.files

    def _is_on_disk(self, path: str) -> bool:
        """Also when that cannot be told."""
        try:
            self._disk.lstat(path)
        except ToolError:
            return self._is_unlisted(parent_of(path))
        return True

    def _is_unlisted(self, folder: str) -> bool:
        try:
            self._disk.names(folder)
        except ToolError:
            return any(each in self.unseen and self._exists(each) for each in lineage(folder))
        return False

    def _exists(self, path: str) -> bool:
        try:
            self._disk.lstat(path)
        except ToolError:
            return False
        return True

    def _text(self, path: str) -> str | None:
        """A file's text as quotations are compared; None when it has none that may be shown."""
        try:
            return compared(read_text(self._disk, self.files[path].path).text)
        except (ToolError, OSError, KeyError):
            return None

    @cached_property
    def _directories(self) -> frozenset[str]:
        return frozenset(self._shown(each.path) for each in self._snapshot.directories)

    def _shown(self, path: str) -> str:
        return redact_path(path) if self._is_redacted else path
