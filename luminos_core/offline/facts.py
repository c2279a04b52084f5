"""The facts of one directory, out of what is known of its files and what its children found."""

from collections.abc import Iterable, Mapping
from posixpath import basename

from luminos_core.flags.ranking import rank_flags
from luminos_core.offline.contents import contents
from luminos_core.offline.document import Document
from luminos_core.offline.english import as_clause, first_sentence, line, shortened
from luminos_core.offline.file_facts import FileFacts
from luminos_core.offline.file_kinds import is_readme
from luminos_core.offline.imports import by_frequency, import_facts, imports_inside
from luminos_core.offline.purpose import package_purpose, purposes
from luminos_core.offline.source_facts import source_facts
from luminos_core.offline.summary import headline
from luminos_core.records.directory import ChildSummary, DirectoryState, DirectoryWork
from luminos_core.records.directory_facts import (
    ChildFacts,
    Children,
    DirectoryFacts,
    FlagFacts,
    ManifestFacts,
    Names,
    Pairs,
    Structure,
    StructuredFiles,
)
from luminos_core.records.flag import Flag, FlagCounts, Severity

_MANIFESTS, _STRUCTURED = 3, 4  # that get a sentence
_FINDING = 300  # characters
_CHILDREN = 10  # that get a clause, or one more
_REASON = 150  # characters


def directory_facts(
    work: DirectoryWork,
    known: Mapping[str, FileFacts],
    unread: Mapping[str, str],
    linked: tuple[str, Document] | None = None,
) -> DirectoryFacts:
    """`known` are the files that were read, and `unread` the reasons of those that could not be,
    by name; `linked` is the document to which the README leads."""
    path, target = work.directory.path, work.target_name
    place = (target,) if path == "." else (target, *path.split("/"))
    known = dict(sorted(known.items()))
    sources = {file: facts.source for file, facts in known.items() if facts.source}
    inside = imports_inside(place, sources)
    package = package_purpose(place[-1], sources)
    purpose, further = purposes(known, package, linked)
    return DirectoryFacts(
        problem=work.directory.problem,
        contents=contents(work.directory, place[-1], known),
        purpose=purpose,
        further=further,
        manifests=_manifests(known),
        flagged=flag_facts(work.flags),
        sources=source_facts(
            sources,
            by_frequency(inside.values()),
            package.sentence if package else "",
            module=target if path == "." else path.removeprefix("src/").replace("/", "."),
        ),
        imports=import_facts(place, sources, inside),
        documents=_documents(known),
        structured=_structured(known),
        not_parsed=Pairs.of(
            (name, facts.not_parsed) for name, facts in known.items() if facts.not_parsed
        ),
        unread=Pairs.of(sorted(unread.items())),
        children=_children(work),
    )


def _manifests(known: Mapping[str, FileFacts]) -> tuple[ManifestFacts, ...]:
    """At most three, those that name a package first."""
    found = [facts.manifest for facts in known.values() if facts.manifest]
    return tuple(sorted(found, key=lambda manifest: not manifest.name)[:_MANIFESTS])


def _documents(known: Mapping[str, FileFacts]) -> Pairs:
    return Pairs.of(
        (name, facts.document.title)
        for name, facts in known.items()
        if facts.document
        and not is_readme(facts.file)
        and (facts.document.title or facts.document.paragraph)
    )


def _structured(known: Mapping[str, FileFacts]) -> tuple[StructuredFiles, ...]:
    """Files in which the same is found, together."""
    groups: dict[Structure, list[str]] = {}
    for name, facts in known.items():
        if facts.structure:
            groups.setdefault(facts.structure, []).append(name)
    return tuple(
        StructuredFiles(files=Names.of(files), structure=structure)
        for structure, files in list(groups.items())[:_STRUCTURED]
    )


def _children(work: DirectoryWork) -> Children:
    """The children with what each is; of many the first ten, and the names of the others."""
    shown = _CHILDREN if len(work.children) > _CHILDREN + 1 else _CHILDREN + 1
    return Children(
        names=Names.of(map(basename, work.directory.children)),
        described=tuple(_child(child) for child in work.children[:shown]),
        others=Names.of(basename(child.path) for child in work.children[shown:]),
        total=len(work.children),
        incomplete=sum(not child.state.is_complete for child in work.children),
        only=_only_child(work),
    )


def _child(child: ChildSummary) -> ChildFacts:
    return ChildFacts(
        path=basename(child.path),
        gap=gap(child.state, child.reason),
        headline=headline(child.facts) if child.facts else "",
    )


def _only_child(work: DirectoryWork) -> ChildFacts | None:
    """The child without which this directory is empty; of a chain of such directories, the last."""
    child = work.children[0] if len(work.children) == 1 else None
    listed = work.directory.files or work.directory.problem
    if listed or not (child and child.facts and child.state.is_complete):
        return None
    if below := child.facts.children.only:
        return below.model_copy(update={"path": f"{basename(child.path)}/{below.path}"})
    return _child(child)


def gap(state: DirectoryState, reason: str) -> str:
    """Why a directory is not complete, "failed: no answer"; "" when it is."""
    if state.is_complete:
        return ""
    named = "refused by the model" if state is DirectoryState.REFUSED else state.value
    reason = as_clause(shortened(line(reason), _REASON))
    return f"{named}: {reason}" if reason else named


def flag_facts(flags: Iterable[Flag]) -> FlagFacts | None:
    """The flags and their places counted, and the worst of them with its place."""
    ranked = rank_flags(flags)
    if not ranked:
        return None
    counts = FlagCounts.of(ranked)
    return FlagFacts(
        counts=tuple((each, counts.flags[each]) for each in Severity if counts.flags[each]),
        places=counts.places,
        finding=as_clause(first_sentence(line(ranked[0].finding), _FINDING)),
        place=ranked[0].location,
    )
