"""The facts of one directory, out of what is known of its files and what its children found."""

from collections.abc import Iterable, Mapping

from luminos_core.flags.ranking import by_severity, rank_flags
from luminos_core.offline.child_facts import children
from luminos_core.offline.contents import count_kinds, is_tests
from luminos_core.offline.english import as_clause, first_sentence, line
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_readme
from luminos_core.offline.imports import import_facts, importers, imports_inside
from luminos_core.offline.manifest_facts import manifest_facts
from luminos_core.offline.purpose import package_purpose, purposes
from luminos_core.offline.source_facts import source_facts
from luminos_core.offline.structure import Structure
from luminos_core.records.directory import DirectoryWork
from luminos_core.records.directory_facts import (
    Contents,
    DirectoryFacts,
    FileRole,
    FlagFacts,
    Names,
    Pairs,
    StructuredFiles,
)
from luminos_core.records.flag import Flag
from luminos_core.records.snapshot import FileKind, FileRecord

_STRUCTURED = 4
_FINDING = 300  # characters
_FEW = 10  # files without code among them are named one by one


def directory_facts(
    work: DirectoryWork, known: Mapping[str, FileFacts], unread: Mapping[str, str]
) -> DirectoryFacts:
    """`known` are the files that were read, and `unread` the reasons of those that could not be,
    by name."""
    path, target = work.directory.path, work.target_name
    name = target if path == "." else work.directory.name
    sources = {file: facts for file, facts in known.items() if facts.source}
    inside = imports_inside(path, target, sources)
    package = package_purpose(name, sources)
    purpose, further = purposes(known, package)
    return DirectoryFacts(
        contents=_contents(work, name, known),
        purpose=purpose,
        further=further,
        manifests=manifest_facts(known),
        flagged=flag_facts(work.flags),
        sources=source_facts(
            sources,
            importers(inside),
            package.sentence if package else "",
            module=name if path == "." else path.removeprefix("src/").replace("/", "."),
        ),
        imports=import_facts(path, target, sources, inside),
        documents=_documents(known),
        structured=_structured(known),
        unread=Pairs.of(sorted(unread.items())),
        children=children(work),
    )


def _contents(work: DirectoryWork, name: str, known: Mapping[str, FileFacts]) -> Contents:
    files = work.directory.files
    kinds, others = count_kinds(files)
    few = len(files) <= _FEW and not any(kind.is_code for kind in kinds)
    names = {file.name for file in files}
    return Contents(
        files=len(files),
        seen=sum(file.name in known or _holds_nothing(file) for file in files),
        kinds=kinds,
        other_files=others,
        names=tuple(file.name for file in files) if few else (),
        is_package="__init__.py" in names,
        is_tests=is_tests(work.directory, name),
        tests=sum(facts.source.tests for facts in known.values() if facts.source),
        alike=_alike(names, known),
        described_by_name=all(
            name in known and (known[name].manifest or known[name].document) for name in names
        ),
        generated=Names.of(file.name for file in files if file.generated),
        withheld=Names.of(file.name for file in files if file.withheld),
        links=Names.of(file.name for file in files if file.kind is FileKind.SYMLINK),
    )


def _alike(names: set[str], known: Mapping[str, FileFacts]) -> FileRole | None:
    """The role that every file has, when sentences about that role say all there is."""
    if not names or names != known.keys():
        return None
    if all(facts.manifest for facts in known.values()):
        return FileRole.MANIFEST
    if all(facts.document for facts in known.values()):
        return FileRole.DOCUMENT if _documents(known) else None
    structured = all(facts.structure for facts in known.values())
    return FileRole.STRUCTURED if structured and len(names) <= _STRUCTURED else None


def _holds_nothing(file: FileRecord) -> bool:
    """Whether the listing says all there is: an empty file, a link, a pipe."""
    return file.kind is not FileKind.FILE or file.size == 0


def _documents(known: Mapping[str, FileFacts]) -> Pairs:
    return Pairs.of(
        (name, facts.document.title)
        for name, facts in sorted(known.items())
        if facts.document
        and not is_readme(facts.file)
        and (facts.document.title or facts.document.paragraph)
    )


def _structured(known: Mapping[str, FileFacts]) -> tuple[StructuredFiles, ...]:
    """Files in which the same is found, together."""
    groups: dict[Structure, list[str]] = {}
    for name, facts in sorted(known.items()):
        if facts.structure:
            groups.setdefault(facts.structure, []).append(name)
    return tuple(
        StructuredFiles(files=Names.of(files), noun=structure.noun, names=structure.names)
        for structure, files in list(groups.items())[:_STRUCTURED]
    )


def flag_facts(flags: Iterable[Flag]) -> FlagFacts | None:
    """The flags counted, and the worst of them with its place."""
    ranked = rank_flags(flags)
    if not ranked:
        return None
    return FlagFacts(
        counts=tuple((severity, len(found)) for severity, found in by_severity(ranked).items()),
        finding=as_clause(first_sentence(line(ranked[0].finding), _FINDING)),
        place=ranked[0].location,
    )
