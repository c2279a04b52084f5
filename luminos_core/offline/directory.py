"""The investigation of one directory: every text file is read, and its facts are put in words."""

from collections.abc import Mapping
from datetime import datetime

from luminos_core.errors import ToolError
from luminos_core.flags.ranking import rank_flags
from luminos_core.offline.contents import dominant_category
from luminos_core.offline.facts import directory_facts
from luminos_core.offline.file_entry import file_entry
from luminos_core.offline.file_facts import FileFacts, read_file
from luminos_core.offline.file_kinds import is_readable
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
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import NoText
from luminos_core.text.escape import printable_name

_NOTABLE = 5  # files named in the directory's entry


def investigate(work: DirectoryWork, files: SandboxedDir, now: datetime) -> DirectoryReport:
    """Read the directory's own files whole, and report what they say and define."""
    known, unread = _read(work.directory, files)
    return report_of(work, known, unread, _visible_entries(work.directory, files), now)


def report_of(
    work: DirectoryWork,
    known: Mapping[str, FileFacts],
    unread: Mapping[str, str],
    child_count: int,
    now: datetime,
) -> DirectoryReport:
    """`known` are the files that were read, and `unread` the reasons of those that could not be,
    by name."""
    facts = directory_facts(work, known, unread)
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
    directory: DirectoryRecord, files: SandboxedDir
) -> tuple[dict[str, FileFacts], dict[str, str]]:
    """What every text file says, and why some could not be read, by name."""
    known: dict[str, FileFacts] = {}
    unread: dict[str, str] = {}
    for file in filter(is_readable, directory.files):
        try:
            known[file.name] = read_file(file, files)
        except NoText:
            unread[file.name] = "it holds no text"
        except ToolError as error:
            unread[file.name] = str(error).removeprefix(printable_name(file.path)).lstrip(": ")
    return known, unread


def _visible_entries(directory: DirectoryRecord, files: SandboxedDir) -> int:
    """How many entries a listing shows; 0 when the directory has vanished since the scan."""
    try:
        return sum(not name.startswith(".") for name in files.names(directory.path))
    except ToolError:
        return 0


def _notable_files(work: DirectoryWork, entries: tuple[FileEntry, ...]) -> tuple[str, ...]:
    """Files with flags, the worst first, then those that stand out."""
    own = {file.path for file in work.directory.files}
    flagged = [flag.path for flag in rank_flags(work.flags) if flag.path in own]
    notable = [entry.relative_path for entry in entries if entry.notable]
    return tuple(dict.fromkeys([*flagged, *notable]))[:_NOTABLE]
