"""A tree as columns of plain values for the map's script: a record for each of 80,000 files would
triple the page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from luminos_core.report.page.colours import Colour, colour
from luminos_core.text.escape import printable_name
from luminos_core.text.tree_paths import parent_of

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
    """By directory in the order of `Directories`, so that all files beneath one are a range. Each
    column can be made while it is read, once."""

    names: Iterable[str]
    sizes: Iterable[int]  # bytes
    lines: Iterable[int | None]
    languages: Iterable[int | None]  # indices of `Columns.languages`
    days: Iterable[int | None]  # of the last change, since 1970
    marks: Iterable[int]  # bits, the first of `Columns.marks` the lowest
    notes: dict[str, str]  # by the file's index; JSON has no int keys
    commits: Iterable[int] | None = None  # that changed it
    states: Iterable[int] | None = None  # indices of `Columns.states`
    flags: dict[str, list[int]] | None = None  # by the file's index: how many of each severity


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
    states: tuple[str, ...] = field(default=())  # what is known of a file


def tree_order(path: str) -> list[str]:
    """The key by which directories are in depth-first order."""
    return [] if path == "." else path.split("/")


def directory_columns(paths: Sequence[str], counts: Iterable[int], project: str) -> Directories:
    """`paths` are in their order, the root first; `counts` are of their own files."""
    index = {path: position for position, path in enumerate(paths)}
    names = (path.rpartition("/")[2] for path in paths[1:])
    return Directories(
        names=[printable_name(name) for name in (project, *names)],
        parents=[-1, *(index[parent_of(path)] for path in paths[1:])],
        first_files=list(accumulate(counts, initial=0))[: len(paths)],
    )


def language_columns(
    languages: Sequence[str | None],
) -> tuple[list[Language], list[int | None]]:
    """Those that occur, with their colours, and the index of each file's."""
    names = sorted({each for each in languages if each})
    index: Mapping[str | None, int] = {name: position for position, name in enumerate(names)}
    known = [Language(printable_name(name), colour(name)) for name in names]
    return known, [index.get(language) for language in languages]


def day_of(seconds: float | None) -> int | None:
    """The day since 1970; None outside of the calendar: a hostile tree's times are any number."""
    if seconds is None:
        return None
    day = int(seconds // _DAY)
    return day if day in _DAYS else None
