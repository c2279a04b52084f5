"""A plan applied to the directories that exist: which are investigated, in what order, with how
many turns."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.records.plan import Assignment, Order, Plan, Schedule, Skip, Tier
from luminos_core.records.snapshot import DirectoryRecord
from luminos_core.text.tree_paths import ROOT, depth_of, parent_of

DEFAULT_TURNS = 10
SHALLOW_TURNS = 5
PRIORITY_TURNS = 15  # when the planner suggests no usable number
MAX_TURNS = 25

_BANDS = {Tier.PRIORITY: 0, Tier.DEFAULT: 1, Tier.SHALLOW: 2, Tier.SKIP: 3}


class _Listing(NamedTuple):
    """A directory's tier in the plan."""

    tier: Tier = Tier.DEFAULT
    turns: int = DEFAULT_TURNS
    reason: str = ""


def apply_plan(directories: Sequence[DirectoryRecord], plan: Plan, target: str) -> Schedule:
    """The schedule of `plan` for `directories`, in which a child always comes before its parent.

    `target` is the absolute real path. A directory in two tiers is in the deeper one. Those that
    could not be listed are left out.
    """
    unreadable = {directory.path for directory in directories if directory.is_unreadable}
    paths = [directory.path for directory in directories]
    listed, unmatched = _listings(plan, PathResolver(paths, target))
    top_down = sorted(paths, key=depth_of)
    bands = _bands(top_down, listed, plan.investigation_order)
    skips = _skips(top_down, listed)
    assignments: list[Assignment] = []
    skipped: list[Skip] = []
    listable = [path for path in paths if path not in unreadable]
    for path in sorted(listable, key=lambda path: (bands[path], -depth_of(path))):
        if skip := skips[path]:
            skipped.append(Skip(path=path, reason=skip.reason))
        else:
            own = listed.get(path, _Listing())
            assignments.append(Assignment(path=path, band=bands[path], **own._asdict()))
    return Schedule(
        assignments=tuple(assignments), skipped=tuple(skipped), unmatched=tuple(unmatched)
    )


def without_turns(schedule: Schedule) -> Schedule:
    """The schedule of a run without a model, which reads a directory at once."""
    assignments = (each.model_copy(update={"turns": 0}) for each in schedule.assignments)
    return schedule.model_copy(update={"assignments": tuple(assignments)})


def _listings(plan: Plan, path_resolver: PathResolver) -> tuple[dict[str, _Listing], list[str]]:
    """The listing of each directory, and the paths in the plan that are no directory's."""
    listed: dict[str, _Listing] = {}
    unmatched: list[str] = []
    for written, listing in _entries(plan):
        path = path_resolver.resolve(written)
        if path is None:
            unmatched.append(written)
        elif path == ROOT and listing.tier is Tier.SKIP:
            unmatched.append(f"{written} (the root cannot be skipped)")
        else:
            listed[path] = _deeper(listed.get(path, listing), listing)
    return listed, unmatched


def _entries(plan: Plan) -> Iterator[tuple[str, _Listing]]:
    for priority in plan.priority_dirs:
        turns = priority.suggested_turns if priority.suggested_turns > 0 else PRIORITY_TURNS
        yield priority.path, _Listing(Tier.PRIORITY, min(turns, MAX_TURNS), priority.reason)
    for shallow in plan.shallow_dirs:
        yield shallow.path, _Listing(Tier.SHALLOW, SHALLOW_TURNS, shallow.reason)
    for skip in plan.skip_dirs:
        yield skip.path, _Listing(Tier.SKIP, 0, skip.reason)


def _deeper(one: _Listing, other: _Listing) -> _Listing:
    """Priority before shallow before skip; of two priorities the one with more turns."""
    return min(one, other, key=lambda listing: (_BANDS[listing.tier], -listing.turns))


def _skips(top_down: Sequence[str], listed: Mapping[str, _Listing]) -> dict[str, _Listing | None]:
    """The skip that applies to each directory: that of the nearest listed one, itself or above."""
    nearest: dict[str, _Listing | None] = {ROOT: None}
    for path in top_down:
        if path != ROOT:
            nearest[path] = listed.get(path) or nearest[parent_of(path)]
    return {
        path: listing if listing and listing.tier is Tier.SKIP else None
        for path, listing in nearest.items()
    }


def _bands(top_down: Sequence[str], listed: Mapping[str, _Listing], order: Order) -> dict[str, int]:
    """Each directory's band: one for all when leaf-first; else the best among itself and its
    ancestors, or a parent in a better band would come before its children.

    The root comes last whatever its listing, so its band is the last and is not inherited.
    """
    if order is Order.LEAF_FIRST:
        return dict.fromkeys(top_down, 0)
    bands = {ROOT: _BANDS[Tier.SKIP]}
    for path in top_down:
        if path != ROOT:
            own = listed[path].tier if path in listed else Tier.DEFAULT
            bands[path] = min(_BANDS[own], bands[parent_of(path)])
    return bands
