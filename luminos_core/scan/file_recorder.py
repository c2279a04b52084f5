"""The FileRecord of each entry: its kind, the facts of its content, and its classification."""

import os
import stat

from luminos_core.records.snapshot import FileKind, FileRecord
from luminos_core.scan.classify.category import categorize
from luminos_core.scan.classify.generated import path_traits
from luminos_core.scan.classify.language import language_by_extension
from luminos_core.scan.classify.mime import mime_by_name, text_mime
from luminos_core.scan.classify.withheld import is_withheld
from luminos_core.scan.directory_walk import DirectoryListing, Entry, error_text
from luminos_core.scan.file_reader import ContentFacts, FileRead, IdentifyBinary, read_files
from luminos_core.scan.rules.attributes import AttributeFile, Overrides, overrides
from luminos_core.scan.scan_context import ProgressReporter, ScanContext
from luminos_core.text.filenames import encode_name

_KINDS = {  # all others are devices
    stat.S_IFREG: FileKind.FILE,
    stat.S_IFLNK: FileKind.SYMLINK,
    stat.S_IFIFO: FileKind.FIFO,
    stat.S_IFSOCK: FileKind.SOCKET,
}
_LATEST = (1 << 63) - 1  # ns since 1970, in the year 2262: what 64 bits hold
_NO_OVERRIDES = Overrides()
_EMPTY = "inode/x-empty"  # libmagic's type of an empty file


def kind_of(mode: int) -> FileKind:
    """The kind of an entry that is no directory."""
    return _KINDS.get(stat.S_IFMT(mode), FileKind.DEVICE)


class FileRecorder:
    """Builds the records of one scan, a directory at a time. A cached file is not opened."""

    def __init__(
        self, context: ScanContext, identify: IdentifyBinary, progress: ProgressReporter
    ) -> None:
        self._context = context
        self._identify = identify
        self._progress = progress

    def record(
        self, listing: DirectoryListing, entries: list[Entry], attributes: tuple[AttributeFile, ...]
    ) -> tuple[FileRecord, ...]:
        """The records of `entries` of an open directory, in their order. Only regular files are
        opened, once. Settings in `attributes` override the classification."""
        self._context.cache.enter(listing.path)
        records: dict[str, FileRecord] = {}
        unread: list[Entry] = []
        for entry in entries:
            if record := self._record_unopened(entry, listing.descriptor, attributes):
                records[entry.name] = record
                self._progress.add(entry.stat.st_size)
            else:
                unread.append(entry)
        for batch in read_files(unread, listing.descriptor, self._identify):
            for file in batch:
                records[file.entry.name] = self._record_read(file, attributes)
                self._progress.add(file.entry.stat.st_size)
        return tuple(records[entry.name] for entry in entries)

    def _record_unopened(
        self, entry: Entry, directory: int, attributes: tuple[AttributeFile, ...]
    ) -> FileRecord | None:
        if not stat.S_ISREG(entry.stat.st_mode):
            return _record_special(entry, directory)
        cached = self._context.cache.lookup(entry)
        return cached and record_file(entry, cached, _overrides(attributes, entry))

    def _record_read(self, file: FileRead, attributes: tuple[AttributeFile, ...]) -> FileRecord:
        entry, facts, start = file
        self._context.cache.add(entry, facts)
        record = record_file(entry, facts, _overrides(attributes, entry))
        if self._context.inspect and facts.digest is not None:
            self._context.inspect(record, start)
        return record


def _overrides(attributes: tuple[AttributeFile, ...], entry: Entry) -> Overrides:
    return overrides(attributes, entry.path) if attributes else _NO_OVERRIDES


def record_file(entry: Entry, facts: ContentFacts, override: Overrides) -> FileRecord:
    path = encode_name(entry.path)
    traits = path_traits(path)
    is_text = facts.lines is not None
    language = (override.language if is_text else None) or facts.language
    likely_language = language if facts.digest else language_by_extension(entry.name)
    mime = _mime(entry, facts, language)
    return FileRecord(
        path=path,
        size=entry.stat.st_size,
        mtime_ns=min(entry.stat.st_mtime_ns, _LATEST),
        category=categorize(entry.path, likely_language, mime, facts.binary),
        mime=mime,
        language=language,
        lines=facts.lines,
        encoding=facts.encoding,
        digest=facts.digest,
        binary=facts.binary,
        generated=_overridden(
            override.generated, facts.generated or (is_text and traits.generated)
        ),
        vendored=_overridden(override.vendored, traits.vendored),
        documentation=_overridden(override.documentation, traits.documentation),
        withheld=is_withheld(entry.path),
        note=facts.note,
    )


def _record_special(entry: Entry, directory: int) -> FileRecord:
    kind = kind_of(entry.stat.st_mode)
    link_target = note = None
    if kind is FileKind.SYMLINK:
        try:
            link_target = encode_name(os.readlink(entry.name, dir_fd=directory))
        except OSError as error:
            note = error_text(error)
    return FileRecord(
        path=encode_name(entry.path),
        kind=kind,
        size=entry.stat.st_size,
        mtime_ns=min(entry.stat.st_mtime_ns, _LATEST),
        withheld=is_withheld(entry.path),
        link_target=link_target,
        note=note,
    )


def _overridden(override: bool | None, found: bool) -> bool:
    return found if override is None else override


def _mime(entry: Entry, facts: ContentFacts, language: str | None) -> str:
    """Binary content by libmagic, text by its language; "" when the file was not read."""
    if facts.digest is None:
        return ""
    if facts.binary:
        return facts.mime or mime_by_name(entry.name)
    return text_mime(language) if entry.stat.st_size else _EMPTY
