"""Everything one directory's summary is drawn from, put in order once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from luminos_core.manifests.manifest import Manifest
from luminos_core.offline.static_model.choice import PACKAGE_FILES, is_readable, is_readme
from luminos_core.offline.static_model.evidence import Evidence
from luminos_core.offline.static_model.file_facts import FileFacts, learn
from luminos_core.offline.static_model.landmarks import Landmarks
from luminos_core.offline.static_model.readme import Opening
from luminos_core.offline.static_model.siblings import SiblingImports, sibling_imports
from luminos_core.offline.static_model.source import Source
from luminos_core.records.briefing import DirectoryBriefing
from luminos_core.records.snapshot import FileKind, FileRecord


@dataclass(frozen=True)
class DirectoryFacts:
    """Mappings are by file name; a file that was not looked at is in none of them."""

    briefing: DirectoryBriefing
    known: Mapping[str, FileFacts]
    sources: Mapping[str, Source]
    documents: Mapping[str, Opening]
    manifests: Mapping[str, Manifest]
    landmarks: Mapping[str, Landmarks]
    sibling_imports: SiblingImports

    @property
    def files(self) -> tuple[FileRecord, ...]:
        return self.briefing.directory.files

    @cached_property
    def by_name(self) -> dict[str, FileRecord]:
        return {file.name: file for file in self.files}

    @cached_property
    def package(self) -> Source | None:
        """The file that speaks for all of them: `__init__.py`, `lib.rs`, a Go package comment."""
        sources = sorted(self.sources.items())
        named = [source for name, source in sources if name in PACKAGE_FILES]
        spoken = [source for _, source in sources if source.outline.doc.startswith("Package ")]
        return next(iter(named + spoken), None)

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
            file for file in self.files if is_readable(file) and file.name not in self.known
        )

    @property
    def completeness(self) -> float:
        """The share of its files that was looked at; what holds nothing to read needs no look."""
        if not self.files:
            return 1.0
        seen = sum(file.name in self.known or _holds_nothing(file) for file in self.files)
        return round(seen / len(self.files), 2)


def put_in_order(briefing: DirectoryBriefing, evidence: Evidence) -> DirectoryFacts:
    """The facts of a directory out of what its conversation brought to light."""
    directory = briefing.directory
    known = dict(_known(directory.files, evidence))
    sources = {name: facts.source for name, facts in known.items() if facts.source}
    outlines = {name: source.outline for name, source in sources.items()}
    texts = {name: facts.text for name, facts in known.items()}
    return DirectoryFacts(
        briefing=briefing,
        known=known,
        sources=sources,
        documents={name: facts.document for name, facts in known.items() if facts.document},
        manifests={name: facts.manifest for name, facts in known.items() if facts.manifest},
        landmarks={name: facts.landmarks for name, facts in known.items() if facts.landmarks},
        sibling_imports=sibling_imports(directory.path, briefing.target, outlines, texts),
    )


def _known(files: tuple[FileRecord, ...], evidence: Evidence) -> Iterator[tuple[str, FileFacts]]:
    for file in files:
        outline = evidence.outlines.get(file.path)
        excerpt = evidence.excerpts.get(file.path)
        if outline is not None or excerpt is not None:
            yield file.name, learn(file, outline, excerpt)


def _holds_nothing(file: FileRecord) -> bool:
    """Whether the listing says all there is: an empty file, a link, a pipe."""
    return file.kind is not FileKind.FILE or file.size == 0
