"""What a directory says it is for: in a manifest, its README, or its package's own file."""

from collections.abc import Iterator, Mapping

import re2

from luminos_core.offline.document import Document
from luminos_core.offline.documentation import documentation, is_prose
from luminos_core.offline.english import first_sentence, sentences
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_readme
from luminos_core.offline.source import Source
from luminos_core.offline.tables import tables
from luminos_core.records.directory_facts import ManifestFacts, Origin, Purpose

_SECOND = 240  # characters
_LEANING = ("It ", "They ", "This ", "These ", "What this ")  # on the sentence before
_TELLING = 3  # words of a manifest's description that tells something
_PLACEHOLDER = re2.compile(
    r"(?i)(?:a |an |my |the |your |this is (?:a|my) )?"
    r"(?:new |simple |sample |default |example |test )*"
    r"(?:project|package|module|app|application|website|description|library|workspace|monorepo)\W*"
)


def package_purpose(name: str, sources: Mapping[str, Source]) -> Purpose | None:
    """The words of the file that speaks for all in the directory `name`: `__init__.py`, `lib.rs`,
    a Go package comment."""
    docs = {file: source.outline.doc for file, source in sources.items() if source.doc}
    named = [file for file in docs if file in tables().package_files]
    spoken = [file for file, doc in docs.items() if doc.startswith("Package ")]
    for file in (named + spoken)[:1]:
        if sentence := documentation(docs[file], name):
            return Purpose(sentence=sentence, origin=Origin.PACKAGE, file=file)
    return None


def purposes(
    known: Mapping[str, FileFacts], package: Purpose | None, linked: tuple[str, Document] | None
) -> tuple[Purpose | None, Purpose | None]:
    """The best of what manifests, the README and the package say, and one that adds to it. `linked`
    is a document to which the README leads, with its path."""
    found = list(_candidates(known, package, linked))
    if not found:
        return None, None
    fuller = (each for each in found if _letters(found[0].sentence) in _letters(each.sentence))
    best = max(fuller, key=lambda each: len(each.sentence))
    return best, next((each for each in found if _adds(each, best)), None)


def _candidates(
    known: Mapping[str, FileFacts], package: Purpose | None, linked: tuple[str, Document] | None
) -> Iterator[Purpose]:
    """The best first: a telling description, "X is a …", the package's words, a README's first."""
    manifests = [facts.manifest for facts in known.values() if facts.manifest]
    described = [found for found in manifests if found.description]
    documents = {
        name: facts.document
        for name, facts in known.items()
        if facts.document and is_readme(facts.file)
    }
    documents |= dict([linked] if linked else [])
    for manifest in sorted(described, key=lambda found: found.kind == "setup.cfg"):
        if _is_telling(manifest):
            yield _of_manifest(manifest)
    for file, document in documents.items():
        if document.definition:
            yield _of_readme(document.definition, file)
    if package:
        yield package
    for file, document in documents.items():
        first, *others = sentences(document.paragraph) or [""]
        yield from (
            _of_readme(sentence, file)
            for sentence in (first, *(other for other in others[:1] if len(other) <= _SECOND))
            if sentence and sentence != document.definition and is_prose(sentence)
        )
    yield from (_of_manifest(manifest) for manifest in described)


def _is_telling(manifest: ManifestFacts) -> bool:
    words = manifest.description.split()
    told = len(words) >= _TELLING and not _PLACEHOLDER.fullmatch(manifest.description)
    return told and is_prose(manifest.description)


def _of_manifest(manifest: ManifestFacts) -> Purpose:
    return Purpose(sentence=manifest.description, origin=Origin.MANIFEST, file=manifest.file)


def _of_readme(sentence: str, file: str) -> Purpose:
    return Purpose(sentence=first_sentence(sentence), origin=Origin.README, file=file)


def _adds(other: Purpose, best: Purpose) -> bool:
    """Whether `other` says something that `best` does not, and stands beside it."""
    is_told = _letters(other.sentence) in _letters(best.sentence)
    leans = other.sentence.startswith(_LEANING) and other.file != best.file
    return not (is_told or leans) and len(other.sentence) <= _SECOND


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())
