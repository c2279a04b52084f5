"""What surrounds the directories of a run, for the first messages of their agents."""

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import replace

from luminos_core.audit.owners import owners_of
from luminos_core.audit.run_plan import RunPlan
from luminos_core.audit.runtime import Runtime
from luminos_core.records.project import ProjectFacts
from luminos_core.records.snapshot import DirectoryRecord, Snapshot
from luminos_core.records.surroundings import Surroundings
from luminos_core.text.tree_paths import parent_of

_NOTHING = Surroundings()


def with_surroundings(
    plan: RunPlan, runtime: Runtime, project: ProjectFacts, cached: Collection[str]
) -> RunPlan:
    """The plan with those of each directory that is not `cached`."""
    to_do = plan.assignments.keys() - set(cached)
    if runtime.agents is None or not to_do:
        return plan
    directories = [plan.directories[path] for path in sorted(to_do)]
    paths = [file.path for each in directories for file in each.files]
    owners: dict[str, Counter[str]] = defaultdict(Counter)
    for path, owner in owners_of(paths, plan.snapshot, runtime.files).items():
        owners[parent_of(path)][owner] += 1
    imports = {use.path: use.of for use in project.uses}
    users: dict[str, list[str]] = defaultdict(list)
    for path, used in imports.items():
        for each in used:
            users[each].append(path)
    found = {
        each.path: Surroundings(
            imports=imports.get(each.path, ()),
            imported_by=tuple(users[each.path]),
            owner=_most(owners[each.path]),
            **_churn(each, plan.snapshot),
        )
        for each in directories
    }
    return replace(plan, around={path: each for path, each in found.items() if each != _NOTHING})


def _most(owners: Counter[str]) -> str:
    return max(sorted(owners), key=owners.__getitem__, default="")


def _churn(directory: DirectoryRecord, snapshot: Snapshot) -> dict[str, int | str]:
    counts = {file.name: snapshot.commit_counts.get(file.path, 0) for file in directory.files}
    busiest = max(sorted(counts), key=counts.__getitem__, default="")
    if not counts.get(busiest):
        return {}
    return {
        "commits": sum(counts.values()),
        "busiest": busiest,
        "busiest_commits": counts[busiest],
    }
