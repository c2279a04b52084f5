"""Which directories come first: those where source and entry points concentrate."""

from collections.abc import Callable, Sequence

from luminos_core.manifests.read_manifest import is_manifest
from luminos_core.offline.contents import lines_of
from luminos_core.offline.file_kinds import is_readable, is_source
from luminos_core.offline.prose import sentence
from luminos_core.offline.tables import tables
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory
from luminos_core.records.snapshot import Category, DirectoryRecord, FileRecord

_PRIORITY_TURNS = 15
_PRIORITY_SHARE = 5  # one directory in so many is a priority, and at least one
_UNREAD = (Category.DATA, Category.MEDIA, Category.ARCHIVE)


def plan(directories: Sequence[DirectoryRecord]) -> Plan:
    """A plan in which each of `directories` that could be listed is in one tier; most are in the
    default tier."""
    readable = [directory for directory in directories if not directory.is_unreadable]
    skipped, rest = _planned(readable, _skip)
    shallow, rest = _planned(rest, _shallow)
    priority = _priority(rest)
    return Plan(
        priority_dirs=priority,
        shallow_dirs=shallow,
        skip_dirs=skipped,
        investigation_order=Order.PRIORITY_FIRST if priority else Order.LEAF_FIRST,
    )


def _planned(
    directories: Sequence[DirectoryRecord], reason_of: Callable[[DirectoryRecord], str]
) -> tuple[tuple[PlannedDirectory, ...], list[DirectoryRecord]]:
    """The directories for which there is a reason, and the others."""
    reasons = {found.path: reason_of(found) for found in directories}
    planned = (PlannedDirectory(path=path, reason=text) for path, text in reasons.items() if text)
    return tuple(planned), [found for found in directories if not reasons[found.path]]


def _skip(directory: DirectoryRecord) -> str:
    """Why the directory is not worth a look, or "". That the scan takes it for vendored is not
    enough: its rules go by names, and "cache" is one of them."""
    names = directory.path.lower().split("/")
    inside = next((name for name in names if name in tables().vendor_folders), "")
    if inside and all(file.vendored for file in directory.files):
        return f"it is in {inside}, and everything in it is vendored"
    return ""


def _shallow(directory: DirectoryRecord) -> str:
    """Why a glance is enough, or ""."""
    files = directory.files
    if directory.path == "." or (directory.children and not files):
        return ""
    copies = directory.name.lower() in tables().fixture_folders
    reasons = (
        (not files, "it is empty"),
        (copies, "its name says that it holds copies for tests"),
        (all(file.generated or file.vendored for file in files), "it is generated or vendored"),
        (not any(is_readable(file) for file in files), "nothing in it can be read as text"),
        (all(file.category in _UNREAD for file in files), "it holds data and no source"),
    )
    return next((reason for holds, reason in reasons if holds), "")


def _priority(directories: list[DirectoryRecord]) -> tuple[PriorityDirectory, ...]:
    """The directories with most of the source, by lines and by where running starts."""
    weighed = [(weight, found) for found in directories if (weight := _weight(found)) > 0]
    weighed.sort(key=lambda pair: (-pair[0], pair[1].path))
    number = max(1, len(directories) // _PRIORITY_SHARE)
    enough = weighed[0][0] // 5 if weighed else 0
    return tuple(
        PriorityDirectory(path=found.path, reason=_reason(found), suggested_turns=_PRIORITY_TURNS)
        for weight, found in weighed[:number]
        if weight >= enough
    )


def _weight(directory: DirectoryRecord) -> int:
    """Lines of own source. A place where running starts or a package is declared is worth 300
    more; tests count for a third."""
    starts = tables().entry_files
    marks = sum(file.name in starts or is_manifest(file.name) for file in directory.files)
    source = lines_of(_source(directory))
    weight = source + 300 * marks if source else 0
    tested = tables().test_folders & set(directory.path.lower().split("/"))
    return weight // 3 if tested else weight


def _reason(directory: DirectoryRecord) -> str:
    source = _source(directory)
    starts = [file.name for file in directory.files if file.name in tables().entry_files]
    return sentence("survey.j2", "priority", lines_of(source), len(source), starts)


def _source(directory: DirectoryRecord) -> list[FileRecord]:
    return [
        file
        for file in directory.files
        if is_source(file) and not (file.generated or file.vendored)
    ]
