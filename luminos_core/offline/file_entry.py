"""The entry of one file that was read: one or two sentences, and how far they can be trusted."""

from datetime import datetime

from luminos_core.offline.document import Document
from luminos_core.offline.english import code
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.prose import sentence
from luminos_core.offline.source import LONG_FUNCTION, Source
from luminos_core.offline.source_facts import LONG_FILE
from luminos_core.records.directory import FileEntry
from luminos_core.records.snapshot import FileRecord
from luminos_core.redaction.redact import redact
from luminos_core.text.formats import pluralize

_HARD_TO_PARSE = ("C", "C++", "Shell")  # macros and quoting: no sign of a broken file


def file_entry(facts: FileFacts, now: datetime) -> FileEntry:
    confidence, reason = _confidence(facts)
    notable = redact(_notable(facts)).text
    return FileEntry(
        relative_path=facts.file.path,
        size_bytes=facts.file.size,
        category=facts.file.category,
        summary=redact(sentence("file.j2", "summary", facts)).text,
        cached_at=now.isoformat(),
        confidence=confidence,
        confidence_reason=reason or None,
        notable=bool(notable) or None,
        notable_reason=notable or None,
        not_parsed=facts.not_parsed or None,
        partly_read=facts.partly or None,
    )


def _confidence(facts: FileFacts) -> tuple[float, str]:
    """The confidence, and why it is below 0.7."""
    if facts.not_parsed or facts.partly:
        why = f"it was not parsed: {facts.not_parsed}"
        return (0.3, why) if facts.not_parsed else (0.6, facts.partly)
    if facts.source:
        return _confidence_in_source(facts.source)
    if facts.manifest:
        return 0.9, ""
    if facts.document == Document():
        return 0.5, "no title and no paragraph of prose was found in it"
    if facts.document:
        return 0.85 if facts.document.paragraph else 0.7, ""
    return (
        (0.75, "") if facts.structure else (0.5, "nothing in it is known but its kind and length")
    )


def _confidence_in_source(source: Source) -> tuple[float, str]:
    if not source.outline.parsed:
        return 0.4, "the file could not be parsed without errors, so its outline may not be whole"
    if source.doc:
        return 0.85, ""
    return 0.65, "no comment says what the file is for; this is what it defines"


def _notable(facts: FileFacts) -> str:
    """Why a reviewer should open the file, or ""."""
    if facts.not_parsed:
        return f"it was not parsed: {facts.not_parsed}"
    return _notable_source(facts.source, facts.file) if facts.source else ""


def _notable_source(source: Source, file: FileRecord) -> str:
    if not source.outline.parsed:
        hard = source.outline.language in _HARD_TO_PARSE
        return "" if hard else "it could not be parsed without errors"
    if file.generated or file.vendored:
        return ""
    if source.lines > LONG_FILE:
        return f"{pluralize(source.lines, 'line')} in one file"
    longest = source.longest
    if longest and longest.lines >= 2 * LONG_FUNCTION:
        return f"{code(f'{longest.name}()')} is {longest.lines:,} lines long"
    return ""
