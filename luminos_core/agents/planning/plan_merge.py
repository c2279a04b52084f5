"""A plan with new listings for some of its directories, while all others keep theirs."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.prompt_limits import PROMPT_LIMITS
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
    plans: Sequence[tuple[Plan, Collection[str]]], path_resolver: PathResolver
) -> MergedPlan:
    """The plans of a target's parts as one, each with the directories it is about. What it lists of
    others is ignored, and so is the skip of a directory below which others lie. The order is
    priority-first if one part asks for it; the notes share the room for notes."""
    lists: dict[str, list[_Entry]] = {name: [] for name in _LISTS}
    ignored: list[str] = []
    for plan, own in plans:
        shared = path_resolver.ancestors_of_others(own)
        for name in _LISTS:
            for entry in getattr(plan, name):
                path = path_resolver.resolve(entry.path)
                may_list = path in own and not (name == "skip_dirs" and path in shared)
                if path is None or may_list:  # a path of nothing is reported when it is applied
                    lists[name].append(entry)
                else:
                    ignored.append(entry.path)
    notes = [text for plan, _ in plans if (text := plan.notes.strip())]
    room = PROMPT_LIMITS.prose_characters // max(len(notes), 1) - 1
    orders = {plan.investigation_order for plan, _ in plans}
    joined: dict[str, Any] = {name: tuple(entries) for name, entries in lists.items()}
    joined["notes"] = "\n".join(text[:room] for text in notes)
    if Order.PRIORITY_FIRST in orders:
        joined["investigation_order"] = Order.PRIORITY_FIRST
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
