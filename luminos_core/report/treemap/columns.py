"""A snapshot as the page's script reads it: columns of plain values, since a record for each of
80,000 files would triple the page."""

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
    """A directory comes before those within it, and these before its next sibling."""

    names: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # the root's is -1
    first_files: list[int] = field(default_factory=list)  # its own files end where the next begin


@dataclass(frozen=True, slots=True)
class Files:
    """Directory by directory in the order of `Directories`, so that what lies beneath one is a
    range."""

    names: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # bytes
    lines: list[int | None] = field(default_factory=list)
    languages: list[int | None] = field(default_factory=list)  # places in `Columns.languages`
    days: list[int | None] = field(default_factory=list)  # of the last change, since 1970
    marks: list[int] = field(default_factory=list)  # bits, the first of MARKS the lowest
    notes: dict[str, str] = field(default_factory=dict)  # by the file's place; JSON has no int keys


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
    """Everything that the page draws. By git history, a file of unknown time has an unknown age."""
    changed = snapshot.last_modified.times if snapshot.last_modified.source != "mtime" else None
    tree = sorted(snapshot.directories, key=_steps)
    known = sorted({file.language for folder in tree for file in folder.files if file.language})
    place = {language: index for index, language in enumerate(known)}
    directories, files = Directories(), Files()
    _name(directories, tree, snapshot.name)
    for directory in tree:
        directories.first_files.append(len(files.names))
        for file in directory.files:
            _add(files, file, place, changed)
    return Columns(
        project=printable_name(snapshot.name),
        today=_day(datetime.fromisoformat(snapshot.scanned_at).timestamp()),
        age_source=printable_name(snapshot.last_modified.source),
        age_note=printable_name(snapshot.last_modified.note),
        marks=MARKS,
        languages=[Language(printable_name(language), colour(language)) for language in known],
        directories=directories,
        files=files,
    )


def _steps(directory: DirectoryRecord) -> list[str]:
    return [] if directory.path == "." else directory.path.split("/")


def _name(directories: Directories, tree: list[DirectoryRecord], project: str) -> None:
    place = {directory.path: index for index, directory in enumerate(tree)}
    for directory in tree:
        is_root = directory.path == "."
        parent = directory.path.rpartition("/")[0] or "."
        directories.names.append(printable_name(project if is_root else directory.name))
        directories.parents.append(-1 if is_root else place[parent])


def _add(
    files: Files, file: FileRecord, place: Mapping[str, int], changed: Mapping[str, int] | None
) -> None:
    moment = file.mtime_ns / 1e9 if changed is None else changed.get(file.path)
    if file.note:
        files.notes[str(len(files.names))] = printable_name(file.note)
    files.names.append(printable_name(file.name))
    files.sizes.append(file.size)
    files.lines.append(file.lines)
    files.languages.append(place[file.language] if file.language else None)
    files.days.append(None if moment is None else _day(moment))
    files.marks.append(_marks(file))


def _day(moment: float) -> int | None:
    """The day of a moment in seconds since 1970; a hostile tree's times are any number."""
    day = int(moment // _DAY)
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
    return sum(1 << place for place, bit in enumerate(bits) if bit)
