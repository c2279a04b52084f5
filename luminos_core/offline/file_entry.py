"""The entry of one file that was read: one or two sentences, and how far they can be trusted."""

from datetime import datetime
from typing import NamedTuple

from luminos_core.offline.document import Document
from luminos_core.offline.english import as_sentence, code, first_sentence
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.manifest_facts import facts_of
from luminos_core.offline.prose import sentence
from luminos_core.offline.purpose import description
from luminos_core.offline.source import Source
from luminos_core.offline.source_facts import LONG_FILE, LONG_FUNCTION, long_function
from luminos_core.records.directory import FileEntry
from luminos_core.redaction.redact import redact
from luminos_core.text.formats import pluralize

_HARD_TO_PARSE = frozenset({"C", "C++", "Shell"})  # macros and quoting: no sign of a broken file


class _Description(NamedTuple):
    summary: str
    confidence: float
    reason: str = ""  # why the confidence is below 0.7
    notable: str = ""  # why a reviewer should open the file


def file_entry(facts: FileFacts, now: datetime) -> FileEntry:
    found = _description(facts)
    return FileEntry(
        relative_path=facts.file.path,
        size_bytes=facts.file.size,
        category=facts.file.category,
        summary=redact(found.summary).text,
        cached_at=now.isoformat(),
        confidence=found.confidence,
        confidence_reason=found.reason or None,
        notable=bool(found.notable) or None,
        notable_reason=redact(found.notable).text or None,
    )


def _description(facts: FileFacts) -> _Description:
    file = facts.file
    if facts.source:
        text = sentence("file.j2", "source", file, facts.source, long_function(facts))
        return _Description(text, *_trust(facts.source), _notable(facts, facts.source))
    if facts.manifest:
        manifest, quotation = facts_of(file.name, facts.manifest), description(facts.manifest)
        return _Description(sentence("file.j2", "manifest", manifest, quotation), 0.9)
    if facts.document:
        quotation = as_sentence(first_sentence(facts.document.paragraph))
        text = sentence("file.j2", "document", file, facts.document, quotation)
        if facts.document == Document():
            return _Description(text, 0.5, "no title and no paragraph of prose was found in it")
        return _Description(text, 0.85 if quotation else 0.7)
    if facts.structure:
        text = sentence("file.j2", "structured", file, facts.structure, facts.cut)
        return _Description(text, 0.75)
    reason = "nothing in it is known but its kind and length"
    return _Description(sentence("file.j2", "text", file), 0.5, reason)


def _trust(source: Source) -> tuple[float, str]:
    """The confidence, and why it is low."""
    if not source.outline.parsed:
        return 0.4, "the file could not be parsed without errors, so its outline may not be whole"
    if source.outline.truncated:
        return 0.6, f"the outline is not whole: {source.outline.truncated}"
    if source.doc:
        return 0.85, ""
    return 0.65, "no comment says what the file is for; this is what it defines"


def _notable(facts: FileFacts, source: Source) -> str:
    if not source.outline.parsed:
        hard = source.outline.language in _HARD_TO_PARSE
        return "" if hard else "it could not be parsed without errors"
    if facts.file.generated or facts.file.vendored:
        return ""
    if (facts.file.lines or 0) > LONG_FILE:
        return f"{pluralize(facts.file.lines or 0, 'line')} in one file"
    longest = long_function(facts)
    if longest and longest.lines >= 2 * LONG_FUNCTION:
        return f"{code(f'{longest.name}()')} is {longest.lines:,} lines long"
    return ""
