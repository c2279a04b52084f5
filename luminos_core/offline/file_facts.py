"""What is known of one file: it is read whole and outlined, and taken for what it is."""

from dataclasses import dataclass, replace

from luminos_core.checks.injection_patterns import without_injections
from luminos_core.manifests.read_manifest import read_manifest
from luminos_core.offline.document import Document, read_document
from luminos_core.offline.licence import licence_title
from luminos_core.offline.manifest_facts import manifest_facts
from luminos_core.offline.source import Source, read_source
from luminos_core.offline.structure import find_structure
from luminos_core.offline.tables import tables
from luminos_core.outline.kept_outlines import KEPT
from luminos_core.outline.outline import whole_outline
from luminos_core.parsing.parser import NotParsed
from luminos_core.records.directory_facts import ManifestFacts, Structure
from luminos_core.records.outline import Outline, SymbolKind
from luminos_core.records.snapshot import Category, FileRecord
from luminos_core.sandboxed_dir import SandboxedDir
from luminos_core.scan.source_text import MAX_READ, read_text
from luminos_core.text.formats import size

_DOCUMENTS = ("Markdown", "reStructuredText")  # outlined by their headings


@dataclass(frozen=True)
class FileFacts:
    """A field is None when the file is not of that kind. A setup.py is a source and a manifest."""

    file: FileRecord
    source: Source | None = None
    manifest: ManifestFacts | None = None
    document: Document | None = None
    structure: Structure | None = None
    partly: str = ""  # what of it was left out, when it is longer than what is read of one
    not_parsed: str = ""  # why, when no parser could read it within its limits
    text: str = ""  # what was read


def read_file(file: FileRecord, files: SandboxedDir) -> FileFacts:
    """The facts of a text file. Raises ToolError when it cannot be read."""
    text = read_text(files, file.path)
    kept = KEPT.take(file.path, file.language or "", text.content)
    found = kept or whole_outline(
        file.path, text.content, file.language, has_secrets=text.has_secrets
    )
    facts = file_facts(file, found, text.text, text.cut)
    return replace(facts, partly=_left_out(file, found, text.cut), text=text.text)


def file_facts(file: FileRecord, found: Outline | None, text: str, cut: bool) -> FileFacts:
    """The facts of a file with this `text` and, when there is a grammar for it, this outline."""
    declared = read_manifest(file.name, text)
    manifest = manifest_facts(file.name, declared) if declared else None
    problem = found.problem if found else ""
    if found and found.language not in _DOCUMENTS:
        source = read_source(file, found, text)
        return FileFacts(file, source=source, manifest=manifest, not_parsed=problem)
    if manifest:
        return FileFacts(file, manifest=manifest)
    if found or file.category is Category.DOCUMENT:
        return FileFacts(file, document=_document(file.name, text, found), not_parsed=problem)
    structure = find_structure(file.name, text, cut)
    if isinstance(structure, NotParsed):
        return FileFacts(file, not_parsed=structure.reason)
    return FileFacts(file, structure=structure)


def _left_out(file: FileRecord, found: Outline | None, cut: bool) -> str:
    if cut:
        return f"only its first {size(MAX_READ)} of {size(file.size)} were read"
    return f"its outline is not whole: {found.truncated}" if found and found.truncated else ""


def _document(name: str, text: str, found: Outline | None) -> Document:
    """The document, with all of its headings when an outline has them. A licence's title is its
    first line."""
    if name.upper().startswith(tables().licences):
        return Document(title=licence_title(text))
    document = read_document(text)
    if found is None:
        return document
    headings = [symbol.name for symbol in found.symbols if symbol.kind is SymbolKind.HEADING]
    sections = [heading for heading in headings if without_injections(heading) == heading]
    if sections and _letters(sections[0]) == _letters(document.title):
        sections = sections[1:]
    return replace(document, sections=tuple(dict.fromkeys(sections)))


def _letters(text: str) -> str:
    """The words of a heading, however it is marked up."""
    return "".join(char for char in text.lower() if char.isalnum())
