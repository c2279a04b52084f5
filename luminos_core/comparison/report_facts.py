"""What else than flags is different between two stored reports."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from luminos_core.comparison.stored_report import StoredReport
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.project import Dependency
from luminos_core.text.tree_paths import parent_of

_LICENCE = "licence"


def different_facts(before: StoredReport, after: StoredReport) -> Iterator[FactChange]:
    """By kind and name. An earlier version may not know a kind: then nothing of it is new."""
    yield from _directories(before, after)
    old, new = before.project, after.project
    if old.dependencies or before.files:
        yield from _changes(
            FactKind.DEPENDENCY, _versions(old.dependencies), _versions(new.dependencies)
        )
    if old.entry_points or before.files:
        calls = (
            {each.name: each.calls or each.path for each in side.entry_points}
            for side in (old, new)
        )
        yield from _changes(FactKind.ENTRY_POINT, *calls)
    if old.licence and new.licence:
        yield from _changes(FactKind.LICENCE, {_LICENCE: old.licence}, {_LICENCE: new.licence})
    yield from _changes(FactKind.RULE, before.tool_versions, after.tool_versions)


def _directories(before: StoredReport, after: StoredReport) -> Iterator[FactChange]:
    """A tree that is new or gone is named by its top."""
    old, new = before.directory_states.keys(), after.directory_states.keys()
    added = {path for path in new - old if before.sees(path)}
    removed = {path for path in old - new if after.sees(path)}
    for change, paths in ((Change.ADDED, added), (Change.REMOVED, removed)):
        for top in sorted(path for path in paths if parent_of(path) not in paths):
            yield FactChange(kind=FactKind.DIRECTORY, change=change, name=top)


def _versions(dependencies: Iterable[Dependency]) -> Mapping[str, str]:
    """By name, the versions as they are written, whichever manifest says them."""
    found: dict[str, set[str]] = defaultdict(set)
    for each in dependencies:
        found[_name(each)].add(each.version or each.source)
    return {name: ", ".join(sorted(filter(None, versions))) for name, versions in found.items()}


def _name(dependency: Dependency) -> str:
    """The same however PyPI's names are written: "Jinja2", "jinja2"."""
    if dependency.ecosystem != "pypi":
        return dependency.name
    return dependency.name.lower().replace("_", "-").replace(".", "-")


def _changes(
    kind: FactKind, before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[FactChange]:
    for name in sorted({*before, *after}):
        old, new = before.get(name), after.get(name)
        if old != new:
            change = (
                Change.ADDED if old is None else Change.REMOVED if new is None else Change.CHANGED
            )
            yield FactChange(kind=kind, change=change, name=name, before=old or "", after=new or "")
