"""Directories placed in a plan that stands, while all others stay where they are."""

from collections.abc import Callable, Collection
from typing import NamedTuple, TypeVar

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.records.plan import Plan, PlannedDirectory, PriorityDirectory

_Listed = TypeVar("_Listed", PriorityDirectory, PlannedDirectory)


class Placed(NamedTuple):
    plan: Plan
    ignored: tuple[str, ...]  # what was listed and not for placing, as it was written


def place(
    standing: Plan, listed: Plan, movable: Collection[str], path_resolver: PathResolver
) -> Placed:
    """`standing` with the `movable` directories where `listed` has them; one that it does not
    list stays where it was. Its notes, if there are any, replace the plan's; its order does not.
    """

    def is_for_placing(path: str) -> bool:
        return path_resolver.directory(path) in movable

    chosen = settled(_with_listings(listed, is_for_placing), path_resolver)
    moved = {entry.path for entry in _listings(chosen)}
    rest = _with_listings(standing, lambda path: path_resolver.directory(path) not in moved)
    return Placed(
        plan=rest.model_copy(
            update={
                "priority_dirs": (*rest.priority_dirs, *chosen.priority_dirs),
                "shallow_dirs": (*rest.shallow_dirs, *chosen.shallow_dirs),
                "skip_dirs": (*rest.skip_dirs, *chosen.skip_dirs),
                "notes": listed.notes.strip() or standing.notes,
            }
        ),
        ignored=tuple(entry.path for entry in _listings(listed) if not is_for_placing(entry.path)),
    )


def settled(plan: Plan, path_resolver: PathResolver) -> Plan:
    """`plan` with each path in its one form, and without the paths that are no directory: one may
    come to be, and was not meant."""

    def exists(path: str) -> bool:
        return path_resolver.directory(path) is not None

    def respelled(entry: _Listed) -> _Listed:
        return entry.model_copy(update={"path": path_resolver.directory(entry.path)})

    existing = _with_listings(plan, exists)
    return existing.model_copy(
        update={
            "priority_dirs": tuple(respelled(entry) for entry in existing.priority_dirs),
            "shallow_dirs": tuple(respelled(entry) for entry in existing.shallow_dirs),
            "skip_dirs": tuple(respelled(entry) for entry in existing.skip_dirs),
        }
    )


def without_vanished(plan: Plan, paths: Collection[str]) -> Plan:
    """A settled plan without its listings of directories that are no more. Its paths are taken as
    they are: "src" in the target /src does not come to mean the root when its child has gone."""
    return _with_listings(plan, lambda path: path in paths)


def _with_listings(plan: Plan, wanted: Callable[[str], bool]) -> Plan:
    """`plan` with those of its listings whose path is wanted."""
    return plan.model_copy(
        update={
            "priority_dirs": tuple(entry for entry in plan.priority_dirs if wanted(entry.path)),
            "shallow_dirs": tuple(entry for entry in plan.shallow_dirs if wanted(entry.path)),
            "skip_dirs": tuple(entry for entry in plan.skip_dirs if wanted(entry.path)),
        }
    )


def _listings(plan: Plan) -> tuple[PriorityDirectory | PlannedDirectory, ...]:
    return (*plan.priority_dirs, *plan.shallow_dirs, *plan.skip_dirs)
