"""What else than flags is different between two stored reports."""

from collections.abc import Iterator

from luminos_core.comparison.changes import changes, dependency_changes, licence_changes
from luminos_core.comparison.stored_report import StoredReport
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.text.tree_paths import parent_of


def different_facts(before: StoredReport, after: StoredReport) -> Iterator[FactChange]:
    """By kind and name. An earlier version may not know a kind: then nothing of it is new."""
    yield from _directories(before, after)
    old, new = before.project, after.project
    if old.dependencies or before.files:
        yield from dependency_changes(old.dependencies, new.dependencies)
    if old.entry_points or before.files:
        calls = (
            {each.name: each.calls or each.path for each in side.entry_points}
            for side in (old, new)
        )
        yield from changes(FactKind.ENTRY_POINT, *calls)
    if old.licence and new.licence:
        yield from licence_changes(old.licence, new.licence)
    yield from changes(FactKind.RULE, before.tool_versions, after.tool_versions)


def _directories(before: StoredReport, after: StoredReport) -> Iterator[FactChange]:
    """A tree that is new or gone is named by its top."""
    old, new = before.directory_states.keys(), after.directory_states.keys()
    added = {path for path in new - old if before.sees(path)}
    removed = {path for path in old - new if after.sees(path)}
    for change, paths in ((Change.ADDED, added), (Change.REMOVED, removed)):
        for top in sorted(path for path in paths if parent_of(path) not in paths):
            yield FactChange(kind=FactKind.DIRECTORY, change=change, name=top)
