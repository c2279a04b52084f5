"""A snapshot as columns of plain values for the page's script: a record for each of 80,000 files
would triple the page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord, Snapshot
from luminos_core.report.treemap.colours import Colour, colour
from luminos_core.text.escape import printable_name

MARKS = (
    "generated",
    "vendored",
    "binary",
    "documentation",
    "withheld",
    "symlink",
    "fifo",
    "socket",
    "device",
)
_DAY = 86_400  # seconds
_DAYS = range(-719_162, 2_932_897)  # since 1970, of the years 1 to 9999


@dataclass(frozen=True, slots=True)
class Language:
    name: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Directories:
    """In depth-first order."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # the root's is -1
    first_files: list[int] = field(default_factory=list)  # its files end where the next one's begin


@dataclass(frozen=True, slots=True)
class Files:
    """By directory in the order of `Directories`, so that all files beneath one are a range."""

    names: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # bytes
    lines: list[int | None] = field(default_factory=list)
    languages: list[int | None] = field(default_factory=list)  # indices of `Columns.languages`
    days: list[int | None] = field(default_factory=list)  # of the last change, since 1970
    marks: list[int] = field(default_factory=list)  # bits, the first of MARKS the lowest
    notes: dict[str, str] = field(default_factory=dict)  # by the file's index; JSON has no int keys


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
    """Where times are by git history, a file without one has an unknown age."""
    changed = snapshot.last_modified.times if snapshot.last_modified.source != "mtime" else None
    tree = sorted(snapshot.directories, key=_steps)
    languages = sorted({file.language for folder in tree for file in folder.files if file.language})
    language_index = {language: index for index, language in enumerate(languages)}
    directories, files = Directories(), Files()
    _add_directories(directories, tree, snapshot.name)
    for directory in tree:
        directories.first_files.append(len(files.names))
        for file in directory.files:
            _add_file(files, file, language_index, changed)
    return Columns(
        project=printable_name(snapshot.name),
        today=_day(datetime.fromisoformat(snapshot.scanned_at).timestamp()),
        age_source=printable_name(snapshot.last_modified.source),
        age_note=printable_name(snapshot.last_modified.note),
        marks=MARKS,
        languages=[Language(printable_name(language), colour(language)) for language in languages],
        directories=directories,
        files=files,
    )


def _steps(directory: DirectoryRecord) -> list[str]:
    return [] if directory.path == "." else directory.path.split("/")


def _add_directories(directories: Directories, tree: list[DirectoryRecord], project: str) -> None:
    index = {directory.path: position for position, directory in enumerate(tree)}
    for directory in tree:
        is_root = directory.path == "."
        parent = directory.path.rpartition("/")[0] or "."
        directories.names.append(printable_name(project if is_root else directory.name))
        directories.parents.append(-1 if is_root else index[parent])


def _add_file(
    files: Files,
    file: FileRecord,
    language_index: Mapping[str, int],
    changed: Mapping[str, int] | None,
) -> None:
    seconds = file.mtime_ns / 1e9 if changed is None else changed.get(file.path)
    if file.note:
        files.notes[str(len(files.names))] = printable_name(file.note)
    files.names.append(printable_name(file.name))
    files.sizes.append(file.size)
    files.lines.append(file.lines)
    files.languages.append(language_index[file.language] if file.language else None)
    files.days.append(None if seconds is None else _day(seconds))
    files.marks.append(_marks(file))


def _day(seconds: float) -> int | None:
    """The day since 1970; None outside of the calendar: a hostile tree's times are any number."""
    day = int(seconds // _DAY)
    return day if day in _DAYS else None


def _marks(file: FileRecord) -> int:
    bits = (
        file.generated,
        file.vendored,
        file.binary,
        file.documentation,
        file.withheld,
        file.kind is FileKind.SYMLINK,
        file.kind is FileKind.FIFO,
        file.kind is FileKind.SOCKET,
        file.kind is FileKind.DEVICE,
    )
    return sum(1 << position for position, bit in enumerate(bits) if bit)
