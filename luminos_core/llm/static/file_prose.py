"""One or two sentences about one file, from what was seen of it."""

from dataclasses import dataclass

from luminos_core.llm.static.definitions import defined
from luminos_core.llm.static.kinds import DOCUMENTS
from luminos_core.llm.static.landmarks import find_landmarks
from luminos_core.llm.static.manifest_prose import describe_manifest, is_manifest, read_manifest
from luminos_core.llm.static.readme import read_opening
from luminos_core.llm.static.symbols import headings, length, longest_function, qualified
from luminos_core.llm.static.wording import as_sentence, code, count, first_sentence, listed
from luminos_core.records.outline import Excerpt, Outline
from luminos_core.records.snapshot import FileRecord

HUGE = 1_000  # lines of a file, the scan's own mark of a large one
LONG = 100  # lines of a function worth naming


@dataclass(frozen=True)
class FileNote:
    """What is written down of one file. `reason` is "" from a confidence of 0.7."""

    path: str
    summary: str
    confidence: float
    reason: str = ""
    notable: str = ""


def describe_file(
    file: FileRecord, doc: str, outline: Outline | None, excerpt: Excerpt | None
) -> FileNote:
    """A note of a file of which at least one of `outline` and `excerpt` was seen. `doc` is what a
    source file says it is for, or ""."""
    if outline is not None and is_source(outline):
        return _source_note(file, doc, outline)
    if excerpt is not None and is_manifest(file.name):
        manifest = read_manifest(file.name, excerpt.text)
        if manifest is not None:
            return FileNote(file.path, describe_manifest(file.name, manifest), 0.9)
    if outline is not None or file.name.lower().endswith((".md", ".rst", ".txt", ".adoc")):
        return _document_note(file, outline, excerpt)
    return _text_note(
        file, excerpt or Excerpt(path=file.path, first_line=1, text="", truncated=True)
    )


def is_source(outline: Outline) -> bool:
    return outline.language not in DOCUMENTS


def _source_note(file: FileRecord, doc: str, outline: Outline) -> FileNote:
    summary = f"{doc} {contents(file, outline)}".strip()
    notable = notable_of(file, outline)
    if not outline.parsed:
        reason = "the file has syntax errors, so its outline is not whole"
        return FileNote(file.path, summary, 0.4, reason, notable)
    if outline.truncated:
        return FileNote(file.path, summary, 0.6, f"the outline is {outline.truncated}", notable)
    if doc:
        return FileNote(file.path, summary, 0.85, notable=notable)
    reason = "no comment says what the file is for; its structure does"
    return FileNote(file.path, summary, 0.65, reason, notable)


def contents(file: FileRecord, outline: Outline) -> str:
    """What a source file holds, as one sentence, and a second when it does not parse."""
    found = defined(outline)
    sentence = f"{_measure(file)}{f', with {found}' if found else ''}"
    longest = longest_function(outline)
    if longest is not None and length(longest) >= LONG:
        name = code(qualified(longest) + "()")
        sentence += f"; its longest function is {name}, {length(longest):,} lines"
    return f"{sentence}." if outline.parsed else f"{sentence}. It has syntax errors."


def notable_of(file: FileRecord, outline: Outline) -> str:
    """Why a reviewer should open the file, or ""."""
    if not outline.parsed:
        return "it has syntax errors"
    if (file.lines or 0) > HUGE and not (file.generated or file.vendored):
        return f"{count(file.lines or 0, 'line')} in one file"
    longest = longest_function(outline)
    if longest is not None and length(longest) >= 2 * LONG:
        return f"`{qualified(longest)}()` is {length(longest):,} lines long"
    return ""


def _measure(file: FileRecord) -> str:
    kind = file.language or "Text"
    generated = "Generated " if file.generated else ""
    return f"{generated}{kind}, {count(file.lines or 0, 'line')}"


def _document_note(file: FileRecord, outline: Outline | None, excerpt: Excerpt | None) -> FileNote:
    opening = read_opening(excerpt.text if excerpt else "")
    sections = headings(outline) if outline else list(opening.sections)
    title = opening.title or (sections[0] if sections else "")
    parts = [f"Titled “{title}”." if title else "", quotation(opening.paragraph)]
    inner = [f"“{name[:60]}”" for name in dict.fromkeys(sections) if name != title]
    if inner:
        parts.append(f"{count(len(inner), 'section')}: {listed(inner, 5)}.")
    summary = " ".join(part for part in parts if part)
    if not summary:
        return FileNote(
            file.path,
            f"Text of {count(file.lines or 0, 'line')}.",
            0.5,
            "it has no title and no paragraph of prose where it was read",
        )
    return FileNote(file.path, summary, 0.85 if opening.paragraph else 0.7)


def quotation(paragraph: str) -> str:
    """The first sentence of a document's prose, as the document's own words."""
    return f"It says: “{as_sentence(first_sentence(paragraph))}”" if paragraph else ""


def _text_note(file: FileRecord, excerpt: Excerpt) -> FileNote:
    landmarks = find_landmarks(file.name, excerpt.text, excerpt.truncated)
    kind = file.language or f"{file.category.value} file".capitalize()
    measure = f"{kind}, {count(file.lines or 0, 'line')}"
    if landmarks is None:
        return FileNote(
            file.path, f"{measure}.", 0.5, "nothing in it is known but its kind and length"
        )
    part = " at least" if excerpt.truncated else ""
    return FileNote(file.path, f"{measure}, with{part} {landmarks.phrase()}.", 0.75)
