"""What of the target's text was not read whole: how much, and where, the most first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from luminos_core.records.directory import FileEntry
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.records.snapshot import DirectoryRecord, FileKind, FileRecord, Snapshot
from luminos_core.text import formats

_NAMED = 3  # directories, or files
_REASON = 120  # characters
_SHORT = ("withheld", "not opened")  # reasons that need no more words


class _Unread(NamedTuple):
    """What is left out of one directory."""

    path: str
    files: dict[FileRecord, str]  # and why
    of: int  # text files

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


def unread_text(snapshot: Snapshot, outcomes: Sequence[DirectoryOutcome]) -> str:
    """ "3 of 1,375 text files, of 12 MB, were not read whole: src/ (2 of 120 files, 11 MB), …"; ""
    when all were. Few files are named, with their reasons."""
    entries = {entry.relative_path: entry for outcome in outcomes for entry in outcome.files}
    found = [_of(directory, entries) for directory in snapshot.directories]
    missing = sorted(
        (each for each in found if each.files), key=lambda each: (-each.size, each.path)
    )
    if not missing:
        return ""
    count, total = sum(len(each.files) for each in missing), sum(each.of for each in found)
    size = formats.size(sum(each.size for each in missing))
    where = _files(missing) if count <= _NAMED else _directories(missing)
    verb = "was" if count == 1 else "were"
    files = formats.pluralize(total, "text file")
    return f"{count:,} of {files}, of {size}, {verb} not read whole: {where}"


def _of(directory: DirectoryRecord, entries: Mapping[str, FileEntry]) -> _Unread:
    texts = [file for file in directory.files if _is_text(file)]
    reasons = {file: _reason(file, entries.get(file.path)) for file in texts}
    return _Unread(directory.path, {file: why for file, why in reasons.items() if why}, len(texts))


def _is_text(file: FileRecord) -> bool:
    """What could not be opened may be text, too; it is told elsewhere."""
    return file.kind is FileKind.FILE and file.lines is not None and file.size > 0


def _reason(file: FileRecord, entry: FileEntry | None) -> str:
    if entry is None:
        return "withheld" if file.is_hidden else "not opened"
    if entry.not_parsed:
        return f"not parsed: {entry.not_parsed}"
    return entry.partly_read or ""


def _files(missing: Sequence[_Unread]) -> str:
    named = [(file.size, file.path, why) for each in missing for file, why in each.files.items()]
    named.sort(key=lambda file: (-file[0], file[1]))
    return formats.with_reasons([(path, why[:_REASON]) for _, path, why in named], _NAMED)


def _directories(missing: Sequence[_Unread]) -> str:
    return formats.listed(list(_shares(missing)), _NAMED)


def _shares(missing: Sequence[_Unread]) -> Iterator[str]:
    for each in missing:
        why, *others = set(each.files.values())
        all_alike = f" {why}" if why in _SHORT and not others else ""
        share = f"{len(each.files):,} of {formats.pluralize(each.of, 'file')}{all_alike}"
        yield f"{each.path.removesuffix('/')}/ ({share}, {formats.size(each.size)})"
