"""The investigation of one directory: every text file is read, and its facts are put in words."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from luminos_core.errors import ChangedFile, ToolError
from luminos_core.flags.ranking import rank_flags
from luminos_core.offline.contents import dominant_category
from luminos_core.offline.document import Document
from luminos_core.offline.facts import directory_facts
from luminos_core.offline.file_entry import file_entry
from luminos_core.offline.file_facts import FileFacts, read_file
from luminos_core.offline.file_kinds import is_readable
from luminos_core.offline.linked_readme import linked_readme
from luminos_core.offline.summary import completeness, confidence, summarize
from luminos_core.records.directory import (
    DirectoryEntry,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
    FileEntry,
)
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.redaction.redact import redact
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.scan.source_text import NoText
from luminos_core.text.escape import printable_name

_NO_TEXT = "it holds no text"
_NOTABLE = 5  # files named in the directory's entry


def investigate(work: DirectoryWork, files: ScannedFiles, now: datetime) -> DirectoryReport:
    """Read the directory's own files whole, and report what they say and define."""
    known, unread = _read(work.directory, files)
    names, problem = _names(work.directory.path, files)
    if problem and not work.directory.problem:
        work = work.model_copy(update={"directory": replace(work.directory, problem=problem)})
    count = sum(not name.startswith(".") for name in names)
    linked = linked_readme(work.directory, known, files)
    report = report_of(work, known, unread, count, now, linked)
    reason = files.change_in(work.directory.path)
    if not reason:
        return report
    return report.model_copy(update={"state": DirectoryState.PARTIAL, "reason": reason})


def report_of(
    work: DirectoryWork,
    known: Mapping[str, FileFacts],
    unread: Mapping[str, str],
    child_count: int,
    now: datetime,
    linked: tuple[str, Document] | None = None,
) -> DirectoryReport:
    """`known` are the files that were read, and `unread` the reasons of those that could not be,
    by name; `linked` is the document to which the README leads."""
    facts = directory_facts(work, known, unread, linked)
    entries = tuple(file_entry(found, now) for _, found in sorted(known.items()))
    score, reason = confidence(facts)
    entry = DirectoryEntry(
        relative_path=work.directory.path,
        child_count=child_count,
        summary=redact(summarize(facts)).text,
        dominant_category=dominant_category(work.directory.files),
        cached_at=now.isoformat(),
        confidence=score,
        confidence_reason=reason or None,
        completeness=completeness(facts),
        notable_files=_notable_files(work, entries),
    )
    return DirectoryReport(
        path=work.directory.path,
        state=DirectoryState.INVESTIGATED,
        entry=entry,
        files=entries,
        tier=work.assignment.tier,
        facts=facts,
    )


def _read(
    directory: DirectoryRecord, files: ScannedFiles
) -> tuple[dict[str, FileFacts], dict[str, str]]:
    """What every text file says, and why files could not be read, or not whole, by the scan or now,
    by name."""
    known: dict[str, FileFacts] = {}
    unread = {file.name: file.problem for file in directory.files if file.problem}
    for file in filter(is_readable, directory.files):
        try:
            known[file.name] = facts = read_file(file, files)
            if facts.partly:
                unread[file.name] = facts.partly
        except NoText:
            unread[file.name] = _NO_TEXT
        except ChangedFile:
            unread[file.name] = "changed after the scan"
        except ToolError as error:
            unread[file.name] = _reason(error, file.path)
    return known, unread


def _names(path: str, files: ScannedFiles) -> tuple[list[str], str]:
    """The names that a listing shows; none, and why, when it cannot be read any more."""
    try:
        return files.names(path), ""
    except ToolError as error:
        return [], _reason(error, path)


def _reason(error: ToolError, path: str) -> str:
    return str(error).removeprefix(printable_name(path)).lstrip(": ")


def _notable_files(work: DirectoryWork, entries: tuple[FileEntry, ...]) -> tuple[str, ...]:
    """Files with flags, the worst first, then those that stand out."""
    own = {file.path for file in work.directory.files}
    flagged = [flag.path for flag in rank_flags(work.flags) if flag.path in own]
    notable = [entry.relative_path for entry in entries if entry.notable]
    return tuple(dict.fromkeys([*flagged, *notable]))[:_NOTABLE]
