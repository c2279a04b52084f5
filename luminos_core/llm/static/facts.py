"""Everything one directory's summary is drawn from, put in order once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from luminos_core.llm.static.choice import PACKAGE_FILES, is_document, is_readable, is_readme
from luminos_core.llm.static.evidence import Evidence
from luminos_core.llm.static.file_prose import FileNote, describe_file, is_source
from luminos_core.llm.static.landmarks import Landmarks, find_landmarks
from luminos_core.llm.static.manifest_prose import Manifest, is_manifest, read_manifest
from luminos_core.llm.static.plain import documentation
from luminos_core.llm.static.readme import Opening, read_opening
from luminos_core.llm.static.siblings import Kinship, kinship
from luminos_core.records.briefing import DirectoryBriefing
from luminos_core.records.outline import Outline
from luminos_core.records.snapshot import FileKind, FileRecord


@dataclass(frozen=True)
class DirectoryFacts:
    """Mappings are by file name; a file that was not looked at is in none of them."""

    briefing: DirectoryBriefing
    sources: Mapping[str, Outline]
    documents: Mapping[str, Opening]
    manifests: Mapping[str, Manifest]
    landmarks: Mapping[str, Landmarks]  # of files without code
    notes: Mapping[str, FileNote]
    docs: Mapping[str, str]  # what each source file says it is for, one sentence, or ""
    kinship: Kinship

    @property
    def files(self) -> tuple[FileRecord, ...]:
        return self.briefing.directory.files

    @cached_property
    def by_name(self) -> dict[str, FileRecord]:
        return {file.name: file for file in self.files}

    @cached_property
    def package(self) -> Outline | None:
        """The file that speaks for all of them: `__init__.py`, `lib.rs`, a Go package comment."""
        for name, outline in sorted(self.sources.items()):
            if name in PACKAGE_FILES:
                return outline
        documented = [found for found in self.sources.values() if found.doc.startswith("Package ")]
        return documented[0] if documented else None

    @cached_property
    def readme(self) -> tuple[str, Opening] | None:
        """The README that says most, by its first paragraph."""
        found = [
            (name, opening)
            for name, opening in sorted(self.documents.items())
            if is_readme(self.by_name[name])
        ]
        return max(found, key=lambda pair: bool(pair[1].paragraph), default=None)

    @property
    def name(self) -> str:
        return (
            self.briefing.directory.name
            if self.briefing.directory.path != "."
            else self.briefing.target
        )

    @property
    def unread(self) -> tuple[FileRecord, ...]:
        """Text that could have been read and was not; an empty file holds nothing to read."""
        return tuple(
            file for file in self.files if is_readable(file) and file.name not in self.notes
        )

    @property
    def completeness(self) -> float:
        """The share of its files that was looked at; what holds nothing to read needs no look."""
        if not self.files:
            return 1.0
        seen = sum(file.name in self.notes or _holds_nothing(file) for file in self.files)
        return round(seen / len(self.files), 2)


def put_in_order(briefing: DirectoryBriefing, evidence: Evidence) -> DirectoryFacts:
    """The facts of a directory out of what its conversation brought to light."""
    directory = briefing.directory
    sources = {
        file.name: outline
        for file in directory.files
        if (outline := evidence.outlines.get(file.path)) and is_source(outline)
    }
    excerpts = {
        file.name: excerpt
        for file in directory.files
        if (excerpt := evidence.excerpts.get(file.path))
    }
    texts = {name: excerpt.text for name, excerpt in excerpts.items()}
    docs = {name: documentation(outline.doc, name) for name, outline in sources.items()}
    return DirectoryFacts(
        briefing=briefing,
        sources=sources,
        documents={
            file.name: read_opening(texts[file.name])
            for file in directory.files
            if is_document(file) and file.name in texts
        },
        manifests={
            name: manifest
            for name, text in texts.items()
            if is_manifest(name) and (manifest := read_manifest(name, text))
        },
        landmarks={
            name: found
            for name, excerpt in excerpts.items()
            if name not in sources
            and (found := find_landmarks(name, excerpt.text, excerpt.truncated))
        },
        notes=_notes(directory.files, evidence, docs),
        docs=docs,
        kinship=kinship(directory.path, briefing.target, sources, texts),
    )


def _notes(
    files: tuple[FileRecord, ...], evidence: Evidence, docs: Mapping[str, str]
) -> dict[str, FileNote]:
    notes: dict[str, FileNote] = {}
    for file in files:
        outline = evidence.outlines.get(file.path)
        excerpt = evidence.excerpts.get(file.path)
        if outline is not None or excerpt is not None:
            notes[file.name] = describe_file(file, docs.get(file.name, ""), outline, excerpt)
    return notes


def _holds_nothing(file: FileRecord) -> bool:
    """Whether the listing says all there is: an empty file, a link, a pipe."""
    return file.kind is not FileKind.FILE or file.size == 0
