"""What is known of one file: it is read whole and outlined, and taken for what it is."""

from dataclasses import dataclass

from luminos_core.manifests.manifest import Manifest
from luminos_core.manifests.read_manifest import is_manifest, read_manifest
from luminos_core.offline.document import Document, read_document
from luminos_core.offline.documentation import strip_markup
from luminos_core.offline.file_kinds import DOCUMENT_LANGUAGES, is_document
from luminos_core.offline.source import Source, read_source
from luminos_core.offline.structure import Structure, find_structure
from luminos_core.outline.outline import outline
from luminos_core.records.outline import Outline, SymbolKind
from luminos_core.records.snapshot import FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import read_text

_LICENCES = ("LICENSE", "LICENCE", "COPYING", "UNLICENSE")
_TITLE = 1_000  # characters looked at


@dataclass(frozen=True)
class FileFacts:
    """A field is None when the file is not of that kind. A setup.py is a source and a manifest."""

    file: FileRecord
    source: Source | None = None
    manifest: Manifest | None = None
    document: Document | None = None
    structure: Structure | None = None
    text: str = ""
    cut: bool = False  # the file is longer than what is ever read of one


def read_file(file: FileRecord, files: SandboxedDir) -> FileFacts:
    """The facts of a text file. Raises ToolError when it cannot be read."""
    text = read_text(files, file.path)
    found = outline(file.path, text.content, file.language)
    return file_facts(file, found, text.text, text.cut)


def file_facts(file: FileRecord, found: Outline | None, text: str, cut: bool) -> FileFacts:
    """The facts of a file with this `text` and, when there is a grammar for it, this outline."""
    manifest = read_manifest(file.name, text) if is_manifest(file.name) else None
    if found is not None and found.language not in DOCUMENT_LANGUAGES:
        return FileFacts(file, read_source(file.name, found), manifest, text=text, cut=cut)
    if manifest is not None:
        return FileFacts(file, manifest=manifest, text=text, cut=cut)
    if found is not None or is_document(file):
        return FileFacts(file, document=_document(file.name, text, found), text=text, cut=cut)
    structure = find_structure(file.name, text, cut)
    return FileFacts(file, structure=structure, text=text, cut=cut)


def _document(name: str, text: str, found: Outline | None) -> Document:
    """The document, with all of its headings when an outline has them. A licence's title is its
    first line."""
    if name.upper().startswith(_LICENCES):
        return Document(title=strip_markup(text.strip()[:_TITLE].partition("\n")[0])[:60])
    document = read_document(text)
    if found is None:
        return document
    sections = [symbol.name for symbol in found.symbols if symbol.kind is SymbolKind.HEADING]
    if sections and _letters(sections[0]) == _letters(document.title):
        sections = sections[1:]
    return Document(document.title, document.paragraph, tuple(dict.fromkeys(sections)))


def _letters(text: str) -> str:
    """The words of a heading, however it is marked up."""
    return "".join(char for char in text.lower() if char.isalnum())
