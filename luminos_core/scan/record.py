"""One entry of the walk as a record: what it is, and what one reading of it says."""

import os
import stat

from luminos_core.records.snapshot import FileKind, FileRecord
from luminos_core.scan.classify.category import categorize
from luminos_core.scan.classify.generated import path_traits
from luminos_core.scan.classify.language import language_by_extension
from luminos_core.scan.classify.mime import text_type, type_by_name
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.context import ScanContext
from luminos_core.scan.progress import Progress
from luminos_core.scan.reading import FileRead, IdentifyBinary, Reading, read_files
from luminos_core.scan.rules.attributes import AttributeFile, Overrides, overrides
from luminos_core.scan.walk import Entry, Visit, explain
from luminos_core.text.filenames import encode_name

_KINDS = {
    stat.S_IFLNK: FileKind.SYMLINK,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
    stat.S_IFCHR: FileKind.DEVICE,
    stat.S_IFBLK: FileKind.DEVICE,
}
_NOTHING_SAID = Overrides()
_EMPTY = "inode/x-empty"  # libmagic's word for it


class Recorder:
    """Makes the records of one scan, a directory at a time. A file that has not changed since the
    last one is not opened: what it said then stands."""

    def __init__(self, context: ScanContext, identify: IdentifyBinary, progress: Progress) -> None:
        self._context = context
        self._identify = identify
        self._progress = progress

    def record(
        self, visit: Visit, entries: list[Entry], attributes: tuple[AttributeFile, ...]
    ) -> tuple[FileRecord, ...]:
        """The records of `entries` of an open directory, in their order. Only regular files are
        opened, once; what the project says of them in `attributes` wins over the rules."""
        self._context.recall.enter(visit.path)
        records: dict[str, FileRecord] = {}
        unread: list[Entry] = []
        for entry in entries:
            if record := self._without_reading(entry, visit.descriptor, attributes):
                records[entry.name] = record
                self._progress.add(entry.stat.st_size)
            else:
                unread.append(entry)
        for batch in read_files(unread, visit.descriptor, self._identify):
            for file in batch:
                records[file.entry.name] = self._by_reading(file, attributes)
                self._progress.add(file.entry.stat.st_size)
        return tuple(records[entry.name] for entry in entries)

    def _without_reading(
        self, entry: Entry, directory: int, attributes: tuple[AttributeFile, ...]
    ) -> FileRecord | None:
        if not stat.S_ISREG(entry.stat.st_mode):
            return _record_unread(entry, directory)
        known = self._context.recall.reading(entry)
        return known and record_reading(entry, known, _said(attributes, entry))

    def _by_reading(self, file: FileRead, attributes: tuple[AttributeFile, ...]) -> FileRecord:
        entry, reading, start = file
        self._context.recall.learn(entry, reading)
        record = record_reading(entry, reading, _said(attributes, entry))
        if self._context.inspect and reading.digest is not None:
            self._context.inspect(record, start)
        return record


def _said(attributes: tuple[AttributeFile, ...], entry: Entry) -> Overrides:
    return overrides(attributes, entry.path) if attributes else _NOTHING_SAID


def record_reading(entry: Entry, reading: Reading, said: Overrides) -> FileRecord:
    path = encode_name(entry.path)
    traits = path_traits(path)
    is_text = reading.lines is not None
    language = (said.language if is_text else None) or reading.language
    likely = language if reading.digest else language_by_extension(entry.name)
    mime = _mime(entry, reading, language)
    return FileRecord(
        path=path,
        size=entry.stat.st_size,
        mtime_ns=entry.stat.st_mtime_ns,
        category=categorize(entry.path, likely, mime, reading.binary),
        mime=mime,
        language=language,
        lines=reading.lines,
        encoding=reading.encoding,
        digest=reading.digest,
        binary=reading.binary,
        generated=_told(said.generated, reading.generated or (is_text and traits.generated)),
        vendored=_told(said.vendored, traits.vendored),
        documentation=_told(said.documentation, traits.documentation),
        withheld=is_withheld(entry.name),
        note=reading.note,
    )


def _record_unread(entry: Entry, directory: int) -> FileRecord:
    kind = _KINDS.get(stat.S_IFMT(entry.stat.st_mode), FileKind.DEVICE)
    if kind is not FileKind.SYMLINK:
        return _bare(entry, kind)
    try:
        target, note = encode_name(os.readlink(entry.name, dir_fd=directory)), None
    except OSError as error:
        target, note = None, explain(error)
    return _bare(entry, FileKind.SYMLINK, target, note)


def _bare(
    entry: Entry, kind: FileKind, link_target: str | None = None, note: str | None = None
) -> FileRecord:
    return FileRecord(
        path=encode_name(entry.path),
        kind=kind,
        size=entry.stat.st_size,
        mtime_ns=entry.stat.st_mtime_ns,
        withheld=is_withheld(entry.name),
        link_target=link_target,
        note=note,
    )


def _told(said: bool | None, found: bool) -> bool:
    return found if said is None else said


def _mime(entry: Entry, reading: Reading, language: str | None) -> str:
    """Binary content by libmagic, text by its language; "" when the file was not read."""
    if reading.digest is None:
        return ""
    if reading.binary:
        return reading.mime or type_by_name(entry.name)
    return text_type(language) if entry.stat.st_size else _EMPTY
