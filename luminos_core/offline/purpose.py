"""What a directory says it is for: in its README, its package's own file, or a manifest."""

from collections.abc import Mapping

from luminos_core.offline.documentation import documentation
from luminos_core.offline.english import as_sentence, first_sentence, sentences
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_readme
from luminos_core.offline.source import Source
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import Origin, Purpose

_SECOND = 240  # characters


def package_purpose(name: str, sources: Mapping[str, Source]) -> Purpose | None:
    """The words of the file that speaks for all in the directory `name`: `__init__.py`, `lib.rs`,
    a Go package comment."""
    docs = {file: source.outline.doc for file, source in sources.items()}
    named = [file for file in docs if file in tables().package_files]
    spoken = [file for file, doc in docs.items() if doc.startswith("Package ")]
    for file in (named + spoken)[:1]:
        if sentence := documentation(docs[file], name):
            return Purpose(sentence=sentence, origin=Origin.PACKAGE, file=file)
    return None


def purposes(
    known: Mapping[str, FileFacts], package: Purpose | None
) -> tuple[Purpose | None, Purpose | None]:
    """The README's first sentence, the package's or a manifest's; and one that adds to it, when
    there is a README."""
    if readme := _opening(known):
        return readme[0], package or next(iter(readme[1:]), None)
    described = (
        Purpose(sentence=facts.manifest.description, origin=Origin.MANIFEST, file=file)
        for file, facts in known.items()
        if facts.manifest and facts.manifest.description
    )
    return package or next(described, None), None


def _opening(known: Mapping[str, FileFacts]) -> list[Purpose]:
    """The first sentence of the first README with a paragraph, and its second unless it is long."""
    for file, facts in known.items():
        if is_readme(facts.file) and facts.document and facts.document.paragraph:
            first, *others = sentences(facts.document.paragraph)
            second = [sentence for sentence in others[:1] if len(sentence) <= _SECOND]
            return [
                Purpose(sentence=as_sentence(sentence), origin=Origin.README, file=file)
                for sentence in (first_sentence(first), *second)
            ]
    return []
