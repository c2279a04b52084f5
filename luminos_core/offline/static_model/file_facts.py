"""What is known of one file that was looked at."""

from dataclasses import dataclass

from luminos_core.manifests.manifest import Manifest
from luminos_core.manifests.read_manifest import is_manifest, read_manifest
from luminos_core.offline.static_model.choice import is_document
from luminos_core.offline.static_model.kinds import DOCUMENTS
from luminos_core.offline.static_model.landmarks import Landmarks, find_landmarks
from luminos_core.offline.static_model.plain import plain
from luminos_core.offline.static_model.readme import Opening, read_opening
from luminos_core.offline.static_model.source import Source, read_source
from luminos_core.records.outline import Excerpt, Outline, SymbolKind
from luminos_core.records.snapshot import FileRecord

_LICENCES = ("LICENSE", "LICENCE", "COPYING", "UNLICENSE")


@dataclass(frozen=True)
class FileFacts:
    """Each field but the first is None when the file is not of that kind."""

    file: FileRecord
    source: Source | None = None
    document: Opening | None = None
    manifest: Manifest | None = None
    landmarks: Landmarks | None = None
    text: str = ""  # what was read of it
    truncated: bool = False  # there is more


def learn(file: FileRecord, outline: Outline | None, excerpt: Excerpt | None) -> FileFacts:
    """The facts of a file of which at least one of `outline` and `excerpt` was seen."""
    text = excerpt.text if excerpt else ""
    if outline is not None and outline.language not in DOCUMENTS:
        manifest = read_manifest(file.name, text) if is_manifest(file.name) else None
        return FileFacts(file, read_source(file.name, outline), manifest=manifest, text=text)
    if is_manifest(file.name) and (manifest := read_manifest(file.name, text)):
        return FileFacts(file, manifest=manifest, text=text)
    truncated = excerpt is None or excerpt.truncated
    if outline is not None or is_document(file):
        return FileFacts(
            file, document=_opening(file.name, text, outline), text=text, truncated=truncated
        )
    landmarks = find_landmarks(file.name, text, truncated)
    return FileFacts(file, landmarks=landmarks, text=text, truncated=truncated)


def _opening(name: str, text: str, outline: Outline | None) -> Opening:
    """The document's opening, with all of its headings when an outline has them. A licence's
    title is its first line."""
    opening = read_opening(text)
    if name.upper().startswith(_LICENCES):
        return Opening(title=plain(text.strip().partition("\n")[0])[:60])
    if outline is None:
        return opening
    sections = [symbol.name for symbol in outline.symbols if symbol.kind is SymbolKind.HEADING]
    if sections and _letters(sections[0]) == _letters(opening.title):
        sections = sections[1:]
    return Opening(opening.title, opening.paragraph, tuple(dict.fromkeys(sections)))


def _letters(text: str) -> str:
    """The words of a heading, however it is marked up."""
    return "".join(char for char in text.lower() if char.isalnum())
