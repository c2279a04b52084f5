"""Whether a quotation that left its file is in another one now."""

from functools import cached_property

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.history import Base
from luminos_core.comparison.known_files import KnownFiles, content_of
from luminos_core.records.snapshot import FileKind, FileRecord

_TELLING = 12  # characters of a quotation that is not in two files by chance
_FILES, _SIZE = 400, 16_000_000  # that are searched, and their bytes


class Elsewhere:
    """The files that are new or changed: in the others it was before, or is not."""

    def __init__(self, run: AuditedRun, base: Base | None) -> None:
        self._run = run
        self._base = base

    def has(self, quotation: str) -> bool:
        """Of a quotation as it is compared. Also when there are too many files to search, since
        then nothing shows that it is gone."""
        if self._base is None or len(quotation) < _TELLING:
            return False
        return self._texts is None or any(quotation in text for text in self._texts)

    @cached_property
    def _texts(self) -> tuple[str, ...] | None:
        """None when they are too many."""
        before = KnownFiles.parse(self._base.files if self._base else "")
        changed = {
            path: file
            for path, file in self._run.tree.files.items()
            if _is_text(file) and not before.has(file.path, content_of(file))
        }
        if len(changed) > _FILES or sum(file.size for file in changed.values()) > _SIZE:
            return None
        return tuple(self._run.tree.text(path) or "" for path in changed)


def _is_text(file: FileRecord) -> bool:
    return file.kind is FileKind.FILE and not (file.binary or file.is_hidden)
