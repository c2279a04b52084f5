"""A snapshot as columns of plain values for the page's script: a record for each of 80,000 files
would triple the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

from luminos_core.records.snapshot import (
    DirectoryRecord,
    FileKind,
    FileRecord,
    LastModified,
    Snapshot,
)
from luminos_core.report.treemap.colours import Colour, colour
from luminos_core.text.escape import printable_name
from luminos_core.text.tree_paths import parent_of

_ATTRIBUTES = ("generated", "vendored", "binary", "documentation", "withheld")  # of a file
_KINDS = (FileKind.SYMLINK, FileKind.FIFO, FileKind.SOCKET, FileKind.DEVICE)
_DAY = 86_400  # seconds
_DAYS = range(-719_162, 2_932_897)  # since 1970, of the years 1 to 9999


@dataclass(frozen=True, slots=True)
class Language:
    name: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Directories:
    """In depth-first order."""

    names: list[str]
    parents: list[int]  # the root's is -1
    first_files: list[int]  # its own files end where those of the next one begin


@dataclass(frozen=True, slots=True)
class Files:
    """By directory in the order of `Directories`, so that all files beneath one are a range."""

    names: list[str]
    sizes: list[int]  # bytes
    lines: list[int | None]
    languages: list[int | None]  # indices of `Columns.languages`
    days: list[int | None]  # of the last change, since 1970
    marks: list[int]  # bits, the first of `Columns.marks` the lowest
    notes: dict[str, str]  # by the file's index; JSON has no int keys


@dataclass(frozen=True, slots=True)
class Columns:
    project: str
    today: int | None  # the day of the scan, since 1970
    age_source: str
    age_note: str
    marks: tuple[str, ...]
    languages: list[Language]
    directories: Directories
    files: Files


def columns(snapshot: Snapshot) -> Columns:
    tree = sorted(snapshot.directories, key=_steps)
    files = [file for directory in tree for file in directory.files]
    languages = sorted({file.language for file in files if file.language})
    return Columns(
        project=printable_name(snapshot.name),
        today=_day(datetime.fromisoformat(snapshot.scanned_at).timestamp()),
        age_source=printable_name(snapshot.last_modified.source),
        age_note=printable_name(snapshot.last_modified.note),
        marks=(*_ATTRIBUTES, *_KINDS),
        languages=[Language(printable_name(language), colour(language)) for language in languages],
        directories=_directories(tree, snapshot.name),
        files=_files(files, languages, snapshot.last_modified),
    )


def _steps(directory: DirectoryRecord) -> list[str]:
    return [] if directory.path == "." else directory.path.split("/")


def _directories(tree: Sequence[DirectoryRecord], project: str) -> Directories:
    """`tree` begins with the root."""
    index = {directory.path: position for position, directory in enumerate(tree)}
    parents = (parent_of(directory.path) for directory in tree[1:])
    counts = (len(directory.files) for directory in tree[:-1])
    return Directories(
        names=[printable_name(name) for name in (project, *(each.name for each in tree[1:]))],
        parents=[-1, *(index[parent] for parent in parents)],
        first_files=list(accumulate(counts, initial=0)),
    )


def _files(
    files: Sequence[FileRecord], languages: Sequence[str], last_modified: LastModified
) -> Files:
    index = {language: position for position, language in enumerate(languages)}
    return Files(
        names=[printable_name(file.name) for file in files],
        sizes=[file.size for file in files],
        lines=[file.lines for file in files],
        languages=[index[file.language] if file.language else None for file in files],
        days=[_day(_changed_at(file, last_modified)) for file in files],
        marks=[_marks(file) for file in files],
        notes={str(n): printable_name(file.note) for n, file in enumerate(files) if file.note},
    )


def _changed_at(file: FileRecord, last_modified: LastModified) -> float | None:
    """Seconds since 1970; by git history, None for a file without one."""
    if last_modified.source == "mtime":
        return file.mtime_ns / 1e9
    return last_modified.times.get(file.path)


def _day(seconds: float | None) -> int | None:
    """The day since 1970; None outside of the calendar: a hostile tree's times are any number."""
    day = None if seconds is None else int(seconds // _DAY)
    return day if day in _DAYS else None


def _marks(file: FileRecord) -> int:
    bits = (*(getattr(file, name) for name in _ATTRIBUTES), *(file.kind is kind for kind in _KINDS))
    return sum(1 << position for position, bit in enumerate(bits) if bit)
