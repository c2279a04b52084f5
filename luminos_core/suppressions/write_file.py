"""Adding entries to a file of suppressions that a person has named. One that is not understood
whole is left as it is."""

import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import SettingsError
from luminos_core.records.suppression import SuppressedBy, SuppressionFile
from luminos_core.store.atomic import read_regular, write_atomically
from luminos_core.suppressions.new_entries import added
from luminos_core.suppressions.read_file import parsed_file
from luminos_core.text import formats
from luminos_core.text.escape import printable_name
from luminos_core.text.filenames import encode_name

_USUAL = 0o644  # a file of a project is read by others, too


@dataclass(frozen=True)
class OpenedFile:
    """A file as it was when it was opened; one that is not there is empty."""

    path: Path
    text: str
    mode: int
    file: SuppressionFile

    def add(self, entries: Sequence[str]) -> None:
        """SettingsError when the file would not say what it is to say; StoreError when it cannot
        be written."""
        text = added(self.text, entries)
        found = _parsed(self.path, text.encode())
        if len(found.entries) != len(self.file.entries) + len(entries):
            shown, count = _shown(self.path), formats.pluralize(len(found.entries), "entry")
            raise SettingsError(
                f"{shown} is left as it is: with the new entries it would have {count} that can be "
                "used; too many, or it holds its own as an array instead of under [[suppress]]"
            )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self.path, text.encode())
        self.path.chmod(self.mode)


def open_file(path: Path) -> OpenedFile:
    """SettingsError when it is no file, or something is wrong with it."""
    try:
        content = read_regular(path)
        mode = stat.S_IMODE(path.lstat().st_mode)
    except FileNotFoundError:
        return OpenedFile(path, "", _USUAL, SuppressionFile())
    except OSError as error:
        raise SettingsError(f"{_shown(path)} cannot be read: {error.strerror}") from None
    found = _parsed(path, content)
    if found.remarks:
        first = found.remarks[0]
        raise SettingsError(f"{first.place} is left as it is: {first.text}")
    return OpenedFile(path, content.decode(), mode, found)


def _parsed(path: Path, content: bytes) -> SuppressionFile:
    return parsed_file(content, _shown(path), SuppressedBy.GIVEN_FILE)


def _shown(path: Path) -> str:
    return printable_name(encode_name(str(path)))
