"""One or two sentences about one file, from what was seen of it."""

from dataclasses import dataclass

from luminos_core.manifests.manifest import Manifest
from luminos_core.offline.static_model.definitions import defined
from luminos_core.offline.static_model.file_facts import FileFacts
from luminos_core.offline.static_model.kinds import language_name
from luminos_core.offline.static_model.manifest_prose import declares, description
from luminos_core.offline.static_model.readme import Opening
from luminos_core.offline.static_model.source import Source, length, qualified
from luminos_core.offline.static_model.wording import (
    as_sentence,
    code,
    count,
    first_sentence,
    listed,
)
from luminos_core.records.snapshot import FileRecord

HUGE = 1_000  # lines of a file, the scan's own mark of a large one
LONG = 100  # lines of a function worth naming
BROKEN = "it could not be parsed without errors"
_HARD_TO_PARSE = frozenset({"C", "C++", "Shell"})  # macros and quoting: no sign of a broken file
_SECTIONS = 5  # named


@dataclass(frozen=True)
class FileNote:
    """What is written down of one file. `reason` is "" from a confidence of 0.7."""

    path: str
    summary: str
    confidence: float
    reason: str = ""
    notable: str = ""


def describe_file(facts: FileFacts) -> FileNote:
    """The note of a file that was looked at."""
    path = facts.file.path
    if facts.source is not None:
        return _source_note(facts.file, facts.source)
    if facts.manifest is not None:
        return FileNote(path, _manifest_summary(facts.manifest), 0.9)
    if facts.document is not None:
        return _document_note(facts.file, facts.document)
    measure = _measure(facts.file)
    if facts.landmarks is None:
        return FileNote(path, f"{measure}.", 0.5, "nothing in it is known but its kind and length")
    among = " among others" if facts.truncated else ""
    return FileNote(path, f"{measure}, with {facts.landmarks.phrase()}{among}.", 0.75)


def _manifest_summary(manifest: Manifest) -> str:
    said = description(manifest)
    stated = declares(manifest)
    return f"{stated[:1].upper()}{stated[1:]}.{f' It says: “{said}”' if said else ''}"


def _source_note(file: FileRecord, source: Source) -> FileNote:
    summary = f"{source.doc} {_contents(file, source)}".strip()
    notable = _notable(file, source)
    if not source.outline.parsed:
        reason = "the file could not be parsed without errors, so its outline may not be whole"
        return FileNote(file.path, summary, 0.4, reason, notable)
    if source.outline.truncated:
        reason = f"the outline is not whole: {source.outline.truncated}"
        return FileNote(file.path, summary, 0.6, reason, notable)
    if source.doc:
        return FileNote(file.path, summary, 0.85, notable=notable)
    reason = "no comment says what the file is for; this is what it defines"
    return FileNote(file.path, summary, 0.65, reason, notable)


def _contents(file: FileRecord, source: Source) -> str:
    """What a source file holds, as one sentence, and a second when it does not parse."""
    found = defined(source)
    sentence = f"{_measure(file)}{f', with {found}' if found else ''}"
    longest = source.longest
    if longest is not None and length(longest) >= LONG:
        name = code(f"{qualified(longest)}()")
        sentence += f"; its longest function is {name}, {length(longest):,} lines"
    return f"{sentence}." if source.outline.parsed else f"{sentence}. {BROKEN.capitalize()}."


def _notable(file: FileRecord, source: Source) -> str:
    """Why a reviewer should open the file, or ""."""
    if not source.outline.parsed:
        return BROKEN if source.outline.language not in _HARD_TO_PARSE else ""
    if file.generated or file.vendored:
        return ""
    if (file.lines or 0) > HUGE:
        return f"{count(file.lines or 0, 'line')} in one file"
    longest = source.longest
    if longest is not None and length(longest) >= 2 * LONG:
        return f"{code(f'{qualified(longest)}()')} is {length(longest):,} lines long"
    return ""


def _measure(file: FileRecord) -> str:
    kind = language_name(file.language or "") or f"{file.category.value} file".capitalize()
    generated = "Generated " if file.generated else ""
    return f"{generated}{kind}, {count(file.lines or 0, 'line')}"


def _document_note(file: FileRecord, opening: Opening) -> FileNote:
    said = as_sentence(first_sentence(opening.paragraph))
    inner = [f"“{name[:60]}”" for name in opening.sections]
    parts = [
        f"Titled “{opening.title}”." if opening.title else "",
        f"It says: “{said}”" if said else "",
        f"{count(len(inner), 'section')}: {listed(inner, _SECTIONS)}." if inner else "",
    ]
    summary = " ".join(part for part in parts if part)
    if summary:
        return FileNote(file.path, summary, 0.85 if said else 0.7)
    reason = "no title and no paragraph of prose was found in it"
    return FileNote(file.path, f"Text of {count(file.lines or 0, 'line')}.", 0.5, reason)
