"""A plan with new listings for some of its directories, while all others keep theirs."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.records.plan import Order, Plan, PlannedDirectory, PriorityDirectory

_LISTS = ("priority_dirs", "shallow_dirs", "skip_dirs")  # fields of a Plan
_Entry = PriorityDirectory | PlannedDirectory


class MergedPlan(NamedTuple):
    plan: Plan
    ignored: tuple[str, ...]  # paths that were listed and are not movable, as they were written


def merge_plan(
    current: Plan, listed: Plan, movable: Collection[str], path_resolver: PathResolver
) -> MergedPlan:
    """`current` with the `movable` directories where `listed` has them; one that is not listed
    stays where it was. Notes in `listed` replace the plan's; its order does not.
    """

    def is_movable(path: str) -> bool:
        return path_resolver.resolve(path) in movable

    moved = normalize_paths(_keep(listed, is_movable), path_resolver)
    moved_paths = {entry.path for entry in _entries(moved)}
    rest = _keep(current, lambda path: path_resolver.resolve(path) not in moved_paths)
    lists: dict[str, Any] = {name: (*getattr(rest, name), *getattr(moved, name)) for name in _LISTS}
    return MergedPlan(
        plan=rest.model_copy(update={**lists, "notes": listed.notes.strip() or current.notes}),
        ignored=tuple(entry.path for entry in _entries(listed) if not is_movable(entry.path)),
    )


def join_plans(
    plans: Iterable[tuple[Plan, Collection[str]]], path_resolver: PathResolver
) -> MergedPlan:
    """Plans of parts of a target as one, each with the directories it is about: what it lists of
    others is ignored, and so is the skip of a directory below which others lie. The order is
    priority-first if one part asks for it; the notes are put together."""
    lists: dict[str, list[_Entry]] = {name: [] for name in _LISTS}
    ignored: list[str] = []
    notes: list[str] = []
    order = Order.LEAF_FIRST
    for plan, own in plans:
        foreign = path_resolver.ancestors_of_others(own)
        for name in _LISTS:
            for entry in getattr(plan, name):
                path = path_resolver.resolve(entry.path)
                is_split = name == "skip_dirs" and path in foreign
                if path is not None and (path not in own or is_split):
                    ignored.append(entry.path)
                else:
                    lists[name].append(entry)
        notes += [plan.notes.strip()] if plan.notes.strip() else []
        if plan.investigation_order is Order.PRIORITY_FIRST:
            order = Order.PRIORITY_FIRST
    joined: dict[str, Any] = {name: tuple(entries) for name, entries in lists.items()}
    joined |= {"investigation_order": order, "notes": "\n".join(notes)}
    return MergedPlan(plan=Plan(**joined), ignored=tuple(ignored))


def normalize_paths(plan: Plan, path_resolver: PathResolver) -> Plan:
    """`plan` with each path in its one form, without the paths of no directory: a directory that
    is created later was not meant."""

    def normalized(entries: Iterable[_Entry]) -> Iterator[_Entry]:
        for entry in entries:
            if path := path_resolver.resolve(entry.path):
                yield entry.model_copy(update={"path": path})

    return _with_lists(plan, normalized)


def keep_existing(plan: Plan, paths: Collection[str]) -> Plan:
    """A normalized plan without the directories that are not among `paths`. Paths are compared as
    they are: "src" in the target /src does not become the root when that child is deleted."""
    return _keep(plan, lambda path: path in paths)


def _keep(plan: Plan, is_kept: Callable[[str], bool]) -> Plan:
    return _with_lists(plan, lambda entries: (each for each in entries if is_kept(each.path)))


def _with_lists(plan: Plan, change: Callable[[Iterable[_Entry]], Iterator[_Entry]]) -> Plan:
    lists = {name: tuple(change(getattr(plan, name))) for name in _LISTS}
    return plan.model_copy(update=lists)


def _entries(plan: Plan) -> tuple[_Entry, ...]:
    return (*plan.priority_dirs, *plan.shallow_dirs, *plan.skip_dirs)
