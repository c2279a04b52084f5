"""What agents wrote of files, stored by content: an unchanged file, at another path or in a
directory that changed around it, is not read again.

An entry holds what a report holds too: the file's entry and flags, never its text but for a flag's
quotation. A model that has read hostile text may write what its author wants of every file it is
shown. So entries of one target are not used in another, and a copy of a file cannot replace the
entry of the first.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from luminos_core.cache.directory_key import SCHEMA_VERSION
from luminos_core.digest import digest_json
from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport, FileEntry
from luminos_core.records.flag import Flag
from luminos_core.records.question import Answer, AnswerKind, AskedAbout
from luminos_core.records.snapshot import DirectoryRecord, FileRecord
from luminos_core.store.signed import SignedFolder


class KnownFile(Record):
    """One file's entry, the model's flags about it, and what it answered about those of checks."""

    entry: FileEntry
    flags: tuple[Flag, ...] = ()
    answers: tuple[Answer, ...] = ()


class KnownFiles(Record):
    """What was written of the same bytes, by model, the latest last."""

    by_model: Mapping[str, KnownFile]


@dataclass(frozen=True)
class FileSummaries:
    """In a folder of the store; safe to use from many threads. Entries of other prompts are not
    used, and those of other models only if they are asked for. A fresh run loads nothing, and
    stores what it finds."""

    folder: SignedFolder
    target: str  # absolute real path, escaped
    prompt: str  # digest
    model: str  # label
    fresh: bool
    of_any_model: bool = False  # those of other models are used where there is none of the own

    def load(self, file: FileRecord) -> KnownFile | None:
        """What was stored of a file with the same bytes, under this file's path."""
        if self.fresh or not _has_content(file):
            return None
        stored = self._stored(file)
        if self.model in stored:
            return _moved_to(file, stored[self.model], None)
        if not (self.of_any_model and stored):
            return None
        *_, (model, found) = stored.items()
        return _moved_to(file, found, model)

    def store(self, directory: DirectoryRecord, report: DirectoryReport) -> None:
        """Store what a complete report says of the directory's own files. A full disk is no error
        here: storing the report itself, next, raises it."""
        for file, known in _described(directory, report):
            stored = self._stored(file)
            if not self.fresh and not _may_replace(stored.get(self.model), file, known):
                continue
            others = {name: each for name, each in stored.items() if name != self.model}
            listed = KnownFiles(by_model={**others, self.model: known})
            try:
                self.folder.write(self._name(file), listed.model_dump_json().encode())
            except StoreError:
                return

    def _stored(self, file: FileRecord) -> Mapping[str, KnownFile]:
        """The entries of the file's content by model, under the paths they were written for."""
        found = self.folder.load_record(self._name(file), KnownFiles)
        return found.by_model if found else {}

    def _name(self, file: FileRecord) -> str:
        asked: list[JsonValue] = [self.target, self.prompt, SCHEMA_VERSION]
        return digest_json([file.digest, *asked])


def _may_replace(stored: KnownFile | None, file: FileRecord, known: KnownFile) -> bool:
    if stored is None:
        return True
    return stored != known and stored.entry.relative_path == file.path


def _moved_to(file: FileRecord, known: KnownFile, model: str | None) -> KnownFile:
    """`known` with the path of `file`, as written by `model`, if that is another one. What was
    asked of the file at another path is asked again."""
    return KnownFile(
        entry=known.entry.model_copy(update={"relative_path": file.path, "model": model}),
        flags=tuple(flag.model_copy(update={"path": file.path}) for flag in known.flags),
        answers=known.answers if known.entry.relative_path == file.path else (),
    )


def _described(
    directory: DirectoryRecord, report: DirectoryReport
) -> Iterator[tuple[FileRecord, KnownFile]]:
    """The directory's own files that the report describes as the scan saw them, in words of its
    own model."""
    entries = {entry.relative_path: entry for entry in report.files}
    for file in directory.files:
        entry = entries.get(file.path)
        if entry is None or entry.model is not None:
            continue
        if entry.size_bytes == file.size and _has_content(file):
            flags = tuple(flag for flag in report.flags if flag.path == file.path)
            answers = tuple(each for each in report.answers if _is_kept(each, file.path))
            yield file, KnownFile(entry=entry, flags=flags, answers=answers)


def _is_kept(answer: Answer, path: str) -> bool:
    """Whether it is about what a check finds in the file; what was left open is asked again."""
    is_checks = answer.about is AskedAbout.CHECK and answer.of == path
    return is_checks and answer.answer is not AnswerKind.OPEN


def _has_content(file: FileRecord) -> bool:
    """Whether its bytes say what it is. An empty file is what its name and its place make it, and
    of a hidden one nothing but the name was seen."""
    return file.digest is not None and file.size > 0 and not file.is_hidden
