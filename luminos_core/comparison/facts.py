"""What else is new or gone: directories, dependencies, entry points, licences, owners, and what
summaries say."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from luminos_core.comparison.audited import AuditedRun
from luminos_core.comparison.changes import changes, dependency_changes, licence_changes
from luminos_core.comparison.history import Base, KnownFacts
from luminos_core.comparison.summaries import changed_summaries
from luminos_core.records.comparison import Change, FactChange, FactKind
from luminos_core.records.project import Dependency, EntryPoint
from luminos_core.redaction.redact_record import redact_path
from luminos_core.text.tree_paths import ROOT, lineage, parent_of

_PROJECT = "project"  # the name of their gap
_P = TypeVar("_P", bound="Dependency | EntryPoint")
_DEPENDENCIES, _ENTRY_POINTS = 20_000, 5_000  # kept


def facts_of(run: AuditedRun) -> KnownFacts:
    project = run.report.project
    return KnownFacts(
        dependencies=project.dependencies[:_DEPENDENCIES],
        entry_points=project.entry_points[:_ENTRY_POINTS],
        licence=project.licence,
        owners=_owners(run),
        code_owners=run.code_owners,
    )


def changed_facts(run: AuditedRun, base: Base) -> tuple[FactChange, ...]:
    """By kind and name."""
    before, after = base.facts, facts_of(run)
    return (
        *_directories(run, base),
        *(_of_project(run, base) if _PROJECT not in run.gaps else ()),
        *_other_owners(before, after),
        *changed_summaries(run, base),
    )


def _of_project(run: AuditedRun, base: Base) -> Iterator[FactChange]:
    before, after = base.facts, facts_of(run)
    needed = _seen_by_both(before.dependencies, after.dependencies, run, base)
    started = _seen_by_both(before.entry_points, after.entry_points, run, base)
    yield from dependency_changes(*needed)
    yield from _entry_points(*started)
    yield from licence_changes(before.licence, after.licence)


def _seen_by_both(
    before: Iterable[_P], after: Iterable[_P], run: AuditedRun, base: Base
) -> tuple[list[_P], list[_P]]:
    """What stands where one of the runs could not look is added to what that one has seen."""
    old, new = [*before], [*after]
    hidden_now = [each for each in old if _is_below(each.path, run.tree.unseen)]
    hidden_then = [each for each in new if _is_below(each.path, frozenset(base.unseen))]
    return [*old, *hidden_then], [*new, *hidden_now]


def _directories(run: AuditedRun, base: Base) -> Iterator[FactChange]:
    """A tree that is new or gone is named by its top."""
    now = {each.path for each in run.snapshot.directories}
    before = {each.path for each in base.directories}
    unseen = frozenset(base.unseen)
    added = [path for path in now - before if not _is_below(path, unseen)]
    gone = [path for path in before - now if not _is_below(path, run.tree.unseen)]
    for change, paths in ((Change.ADDED, added), (Change.REMOVED, gone)):
        for top in sorted(path for path in paths if parent_of(path) not in paths):
            yield FactChange(kind=FactKind.DIRECTORY, change=change, name=redact_path(top))


def _is_below(path: str, unseen: frozenset[str]) -> bool:
    return any(each in unseen for each in lineage(path))


def _entry_points(
    before: Iterable[EntryPoint], after: Iterable[EntryPoint]
) -> Iterator[FactChange]:
    calls = ({each.name: each.calls or each.path for each in side} for side in (before, after))
    yield from changes(FactKind.ENTRY_POINT, *calls)


def _owners(run: AuditedRun) -> Mapping[str, str]:
    """Nothing of a part of the history, such as a shallow clone's: it would name others."""
    if run.snapshot.last_modified.note:
        return {}
    authors: dict[str, Counter[str]] = defaultdict(Counter)
    for path, author in run.snapshot.main_authors.items():
        authors[path.partition("/")[0] if "/" in path else ROOT][author] += 1
    return {
        path: author
        for path, found in authors.items()
        for author, files in found.most_common(1)
        if files * 2 > found.total()
    }


def _other_owners(before: KnownFacts, after: KnownFacts) -> Iterator[FactChange]:
    """Who is named, and of which directories most files are another's."""
    named = (dict.fromkeys(each.code_owners, "") for each in (before, after))
    yield from changes(FactKind.OWNER, *named)
    both = before.owners.keys() & after.owners.keys()
    owners = ({path: each.owners[path] for path in both} for each in (before, after))
    yield from changes(FactKind.OWNER, *owners)
