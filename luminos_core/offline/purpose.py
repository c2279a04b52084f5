"""What a directory says it is for: in its README, its package's own file, or a manifest."""

from collections.abc import Iterable, Mapping

from luminos_core.manifests.manifest import Manifest
from luminos_core.offline.documentation import documentation, strip_markup
from luminos_core.offline.english import as_sentence, first_sentence, sentences
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import PACKAGE_FILES, is_readme
from luminos_core.records.directory_facts import Origin, Purpose

_SECOND = 240  # characters


def package_purpose(name: str, known: Mapping[str, FileFacts]) -> Purpose | None:
    """The words of the file that speaks for all in the directory `name`: `__init__.py`, `lib.rs`,
    a Go package comment."""
    docs = {file: facts.source.outline.doc for file, facts in sorted(known.items()) if facts.source}
    named = [file for file in docs if file in PACKAGE_FILES]
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
    readme = [purpose for facts in _readmes(known) for purpose in _opening(facts)]
    if readme:
        return readme[0], package or next(iter(readme[1:]), None)
    described = (
        Purpose(sentence=sentence, origin=Origin.MANIFEST, file=file)
        for file, facts in sorted(known.items())
        if facts.manifest and (sentence := description(facts.manifest))
    )
    return package or next(described, None), None


def description(manifest: Manifest) -> str:
    """The manifest's words on what the package is, or "". A go.mod has none of its own."""
    if manifest.kind == "go.mod":
        return ""
    return as_sentence(first_sentence(strip_markup(manifest.description)))


def _readmes(known: Mapping[str, FileFacts]) -> Iterable[FileFacts]:
    """The first README with a paragraph."""
    found = (facts for _, facts in sorted(known.items()) if is_readme(facts.file))
    return [facts for facts in found if facts.document and facts.document.paragraph][:1]


def _opening(facts: FileFacts) -> Iterable[Purpose]:
    """The first sentence of the document, and the second unless it is long."""
    first, *others = sentences(facts.document.paragraph if facts.document else "")
    shown = [first_sentence(first), *(other for other in others[:1] if len(other) <= _SECOND)]
    for sentence in shown:
        yield Purpose(sentence=as_sentence(sentence), origin=Origin.README, file=facts.file.name)
