"""The texts of files that requirements are about, each read once as long as there is room."""

from luminos_core.errors import ToolError
from luminos_core.records.snapshot import FileRecord
from luminos_core.requirements.candidates import why_unread
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.text.decode import decode

LIMIT = 8 << 20  # bytes of a file
_ROOM = 64 << 20  # characters of texts that are kept


class Texts:
    def __init__(self, files: SandboxedDir) -> None:
        self._files = files
        self._kept: dict[str, str] = {}
        self._room = _ROOM
        self.changed = False  # whether a file is no longer what the scan read

    def of(self, file: FileRecord) -> tuple[str, str]:
        """Its text, and why that is none or not the whole. Binary content has none, and is no
        reason."""
        if problem := why_unread(file):
            return "", problem
        if file.binary:
            return "", ""
        is_cut = file.size > LIMIT
        problem = f"only its first {LIMIT >> 20} MB are read" if is_cut else ""
        if file.path in self._kept:
            return self._kept[file.path], problem
        try:
            content, _more = self._files.read(file.path, LIMIT)
        except ToolError:
            self.changed = True
            return "", "it changed after the scan, or cannot be read any more"
        except OSError as error:  # the whole target is gone
            self.changed = True
            return "", error.strerror or "it cannot be read"
        text = decode(content, cut=is_cut).text
        return self._keep(file.path, text), problem

    def _keep(self, path: str, text: str) -> str:
        if len(text) <= self._room:
            self._room -= len(text)
            self._kept[path] = text
        return text
