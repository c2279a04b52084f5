"""Directory entries as tools see them, each named and stat'ed through one open descriptor."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from luminos_core.records.snapshot import FileKind
from luminos_core.sandboxed_dir import SandboxedDir, tool_error
from luminos_core.scan.classify.mime import MimeReader
from luminos_core.scan.file_recorder import kind_of
from luminos_core.text.filenames import encode_name


@dataclass(frozen=True)
class Entry:
    """One name with its lstat. `path` is relative to the target; both are escaped."""

    path: str
    name: str
    stat: os.stat_result

    @property
    def is_directory(self) -> bool:
        return stat.S_ISDIR(self.stat.st_mode)

    @property
    def kind(self) -> FileKind:
        """Its kind, unless it is a directory."""
        return kind_of(self.stat.st_mode)

    @property
    def modified(self) -> str:
        """The time of its last change in ISO 8601, "unknown" outside of years 1 to 9999."""
        try:
            return datetime.fromtimestamp(self.stat.st_mtime, UTC).isoformat(timespec="seconds")
        except (OverflowError, ValueError, OSError):  # a hostile tree's times are any number
            return "unknown"


def entry_at(files: SandboxedDir, path: str) -> Entry:
    """The entry at `path` itself; a link is not followed."""
    shown = files.relative(path)
    return Entry(path=shown, name=shown.rpartition("/")[2], stat=files.lstat(shown))


def entries(files: SandboxedDir, path: str) -> Iterator[Entry]:
    """The entries of a directory by name, without those that vanish meanwhile. ToolError when one
    cannot be looked at: a directory whose names alone can be read is not empty."""
    shown = files.relative(path)
    prefix = "" if shown == "." else f"{shown}/"
    with files.directory(shown) as descriptor:
        for name in sorted(os.listdir(descriptor), key=encode_name):
            try:
                found = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise tool_error(f"{prefix}{encode_name(name)}", error) from None
            yield Entry(path=prefix + encode_name(name), name=encode_name(name), stat=found)


def mime_type(files: SandboxedDir, path: str) -> str:
    """The MIME type of a regular file by libmagic; "" without libmagic.

    It takes about a millisecond a file, so a scan asks only for binary files, and a tool for the
    files that a model looks at.
    """
    with files.file(path) as descriptor:
        return MimeReader().identify(descriptor, digest="")  # a reader of one file has no cache
