"""The plan of a target's last run, as far as it is about the directories that there are now."""

from collections.abc import Sequence

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_merge import keep_existing, normalize_paths
from luminos_core.records.key_context import KeyContext
from luminos_core.records.plan import LastPlan, Plan
from luminos_core.records.snapshot import DirectoryRecord

_MOST_NEW = 0.5  # of the directories; with more of them the target is another one


def can_be_used(last: LastPlan, directories: Sequence[DirectoryRecord]) -> bool:
    """Whether so few directories are new that they can be placed in the plan."""
    return len(new_directories(last, directories)) <= _MOST_NEW * len(directories)


def remaining_plan(last: LastPlan, directories: Sequence[DirectoryRecord]) -> Plan:
    """The plan without the directories that are no more."""
    return keep_existing(last.plan, {directory.path for directory in directories})


def new_directories(
    last: LastPlan, directories: Sequence[DirectoryRecord]
) -> tuple[DirectoryRecord, ...]:
    """Those of `directories` that the plan was not made for."""
    known = frozenset(last.directories)
    return tuple(directory for directory in directories if directory.path not in known)


def last_plan(
    plan: Plan, directories: Sequence[DirectoryRecord], target: str, context: KeyContext
) -> LastPlan:
    """`plan`, which was made for `directories`, as the next run finds it."""
    paths = sorted(directory.path for directory in directories)
    return LastPlan(
        plan=normalize_paths(plan, PathResolver(paths, target)),
        directories=tuple(paths),
        context=context,
    )
