"""A snapshot as columns for the map."""

from collections.abc import Sequence
from datetime import datetime

from luminos_core.records.snapshot import FileKind, FileRecord, LastModified, Snapshot
from luminos_core.report.page.map_columns import (
    Columns,
    Files,
    day_of,
    directory_columns,
    language_columns,
    tree_order,
)
from luminos_core.text.escape import printable_name

_ATTRIBUTES = ("generated", "vendored", "binary", "documentation", "withheld")  # of a file
_KINDS = (FileKind.SYMLINK, FileKind.FIFO, FileKind.SOCKET, FileKind.DEVICE)


def columns(snapshot: Snapshot) -> Columns:
    tree = sorted(snapshot.directories, key=lambda directory: tree_order(directory.path))
    paths = [directory.path for directory in tree]
    files = [file for directory in tree for file in directory.files]
    languages, of_files = language_columns([file.language for file in files])
    return Columns(
        project=printable_name(snapshot.name),
        today=day_of(datetime.fromisoformat(snapshot.scanned_at).timestamp()),
        age_source=printable_name(snapshot.last_modified.source),
        age_note=printable_name(snapshot.last_modified.note),
        marks=(*_ATTRIBUTES, *_KINDS),
        languages=languages,
        directories=directory_columns(paths, (len(each.files) for each in tree), snapshot.name),
        files=_files(files, of_files, snapshot.last_modified),
    )


def _files(
    files: Sequence[FileRecord], languages: list[int | None], last_modified: LastModified
) -> Files:
    return Files(
        names=[printable_name(file.name) for file in files],
        sizes=[file.size for file in files],
        lines=[file.lines for file in files],
        languages=languages,
        days=[day_of(_changed_at(file, last_modified)) for file in files],
        marks=[_marks(file) for file in files],
        notes={str(n): printable_name(file.note) for n, file in enumerate(files) if file.note},
    )


def _changed_at(file: FileRecord, last_modified: LastModified) -> float | None:
    """Seconds since 1970; by git history, None for a file without one."""
    if last_modified.source == "mtime":
        return file.mtime_ns / 1e9
    return last_modified.times.get(file.path)


def _marks(file: FileRecord) -> int:
    bits = (*(getattr(file, name) for name in _ATTRIBUTES), *(file.kind is kind for kind in _KINDS))
    return sum(1 << position for position, bit in enumerate(bits) if bit)
