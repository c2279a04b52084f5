"""The facts of a project, out of what the files of each directory say."""

from collections.abc import Iterable, Iterator, Mapping

from luminos_core.manifests.releases import normalised
from luminos_core.offline.licence import spdx_expression
from luminos_core.offline.project_facts.dependencies import with_locks
from luminos_core.offline.project_facts.entry_points import find_entry_points
from luminos_core.offline.project_facts.needs import Needs, own_names
from luminos_core.offline.project_facts.notes import Notes
from luminos_core.offline.project_facts.parts import Packages, find_packages
from luminos_core.offline.project_facts.run_commands import run_commands
from luminos_core.offline.project_facts.tree import NotedTree
from luminos_core.offline.project_facts.uses import directory_uses
from luminos_core.records.project import Command, Dependency, EntryPoint, Part, ProjectFacts
from luminos_core.records.snapshot import Snapshot
from luminos_core.text.tree_paths import ROOT

_NAMES = 500  # of one kind
_DOCUMENTS = ("doc", "docs")  # folders whose packages the project's development needs
_DEPENDENCIES = 20_000


def find_project_facts(snapshot: Snapshot, notes: Mapping[str, Notes]) -> ProjectFacts:
    """`notes` are by directory."""
    tree = NotedTree(snapshot, notes)
    packages = find_packages(tree)
    entry_points = find_entry_points(tree)
    licence, file = _licence(tree)
    running = [each for own in tree.own.values() for each in own.running]
    return ProjectFacts(
        parts=tuple(_parts(tree, packages, entry_points)),
        entry_points=tuple(dict.fromkeys(each for _, each in entry_points)),
        commands=tuple(
            Command(role=role, command=command)
            for role, command in run_commands(tree.near_manifests, tree.paths)
        ),
        environment=tuple(sorted(_first(name for each in running for name in each.environment))),
        ports=_first(port for each in running for port in each.ports),
        services=_first(name for each in running for name in each.services),
        jobs=_first(name for each in running for name in each.jobs),
        plays=sum(each.plays for each in running),
        licence=licence,
        licence_file=file,
        dependencies=tuple(_dependencies(tree, packages))[:_DEPENDENCIES],
        uses=directory_uses(tree, packages),
    )


def _parts(
    tree: NotedTree, packages: Packages, entry_points: Iterable[tuple[str, EntryPoint]]
) -> Iterator[Part]:
    needs = Needs(tree, packages).by_part() if len(packages.by_path) > 1 else {}
    by_part: dict[str, list[EntryPoint]] = {}
    for path, entry_point in entry_points:
        if holder := packages.holding(path):
            by_part.setdefault(holder.path, []).append(entry_point)
    for path, package in packages.by_path.items():
        yield Part(
            path=path,
            name=package.name,
            kind=package.kind,
            needs=tuple(sorted(needs.get(path, ()))),
            entry_points=tuple(by_part.get(path, ())),
        )


def _licence(tree: NotedTree) -> tuple[str, str]:
    """What it says, and the file that does; ("", "") when none does. An expression counts more than
    words, and a manifest more than the text beside it."""
    stated = [
        (manifest.license, manifest.file if path == ROOT else f"{path}/{manifest.file}")
        for path, manifest in tree.near_manifests
        if manifest.license and not manifest.license.upper().startswith(("SEE ", "FILE"))
    ]
    texts = [
        (notes.licence, notes.licence_file if path == ROOT else f"{path}/{notes.licence_file}")
        for path in dict.fromkeys((ROOT, tree.principal))
        if (notes := tree.notes.get(path)) and notes.licence
    ]
    known = ((spdx_expression(words), file) for words, file in (*stated, *texts))
    words = ((each, file) for each, file in (*texts, *stated))
    return next((pair for pair in known if pair[0]), next(words, ("", "")))


def _dependencies(tree: NotedTree, packages: Packages) -> Iterator[Dependency]:
    """Of every manifest but those of tests and examples, without the target's own parts."""
    own = own_names(packages)
    locks = {path: notes.locked for path, notes in tree.notes.items() if notes.locked}
    declared = sorted(
        (
            each
            for path, notes in tree.notes.items()
            if path in tree.own or path.partition("/")[0].lower() in _DOCUMENTS
            for each in notes.dependencies
        ),
        key=lambda each: (each.path, each.line, each.name),
    )
    elsewhere = (
        each
        for each in declared
        if (each.ecosystem, normalised(each.ecosystem, each.name)) not in own
    )
    yield from with_locks(dict.fromkeys(elsewhere), locks)


def _first(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:_NAMES]
