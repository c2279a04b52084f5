"""Merging listings into a plan: the movable directories move, and nothing else does."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.agents.planning.path_resolver import PathResolver
from luminos_core.agents.planning.plan_merge import keep_existing, merge_plan, normalize_paths
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.records.plan import Assignment, Order, Plan, Skip
from luminos_core.records.snapshot import DirectoryRecord
from tests.luminos_core.agents.planned_trees import (
    TARGET,
    plan,
    random_plans,
    random_trees,
    tree,
)


def path_resolver(paths: Sequence[str]) -> PathResolver:
    return PathResolver(paths, TARGET)


def treatment(planned: Plan, paths: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """What each directory gets, its place in the order apart."""
    schedule = apply_plan([DirectoryRecord(path=path) for path in paths], planned, TARGET)
    found: list[Assignment | Skip] = [*schedule.assignments, *schedule.skipped]
    return {
        each.path: (each.tier, each.turns, each.reason)
        if isinstance(each, Assignment)
        else ("skip", each.reason)
        for each in found
    }


@st.composite
def grown_trees(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """A tree, and the paths in it that are new: all that lies below a new one is new."""
    paths = draw(random_trees())
    chosen = draw(st.sets(st.sampled_from(paths), max_size=4)) - {"."}
    new = [path for path in paths if any(f"{path}/".startswith(f"{c}/") for c in chosen)]
    return paths, new


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_merging_new_directories_moves_no_other(data: st.DataObject) -> None:
    paths, new = data.draw(grown_trees())
    old = [path for path in paths if path not in new]
    current = normalize_paths(data.draw(random_plans(old)), path_resolver(old))
    listed = data.draw(random_plans(paths))
    merged = merge_plan(current, listed, frozenset(new), path_resolver(paths))
    before, after = treatment(current, old), treatment(merged.plan, paths)
    assert {path: after[path] for path in old} == before
    assert set(after) == set(paths)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_new_directory_that_is_listed_gets_what_it_was_listed_for(data: st.DataObject) -> None:
    paths, new = data.draw(grown_trees())
    listed = data.draw(random_plans(paths))
    merged = merge_plan(Plan(), listed, frozenset(new), path_resolver(paths))
    alone, after = treatment(listed, paths), treatment(merged.plan, paths)
    resolved = path_resolver(paths)
    named = {
        resolved.resolve(entry.path)
        for entry in (*listed.priority_dirs, *listed.shallow_dirs, *listed.skip_dirs)
    }
    for path in named & set(new):
        assert path is not None
        assert after[path] == alone[path]
    strangers = [path for path in named if path not in new]
    assert {resolved.resolve(path) for path in merged.ignored} == set(strangers)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_normalized_plan_treats_all_directories_alike_and_names_only_them(
    data: st.DataObject,
) -> None:
    paths = data.draw(random_trees())
    drawn = data.draw(random_plans(paths))
    normalized = normalize_paths(drawn, path_resolver(paths))
    assert treatment(normalized, paths) == treatment(drawn, paths)
    assert {entry.path for entry in (*normalized.priority_dirs, *normalized.shallow_dirs)} <= set(
        paths
    )


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_what_vanished_is_dropped_and_the_rest_is_treated_as_before(data: st.DataObject) -> None:
    paths, gone = data.draw(grown_trees())
    left = [path for path in paths if path not in gone]
    current = normalize_paths(data.draw(random_plans(paths)), path_resolver(paths))
    dropped = keep_existing(current, left)
    before, after = treatment(current, paths), treatment(dropped, left)
    assert after == {path: before[path] for path in left}


def test_a_path_written_with_the_targets_name_means_the_same_when_such_a_child_comes() -> None:
    normalized = normalize_paths(plan(priority=["project/src"]), path_resolver(["src", "."]))
    paths = ["project/src", "project", "src", "."]
    assert treatment(normalized, paths)["src"] == ("priority", 20, "p project/src")
    assert treatment(normalized, paths)["project/src"][0] == "default"


def test_the_order_stays_and_notes_are_replaced_only_by_notes() -> None:
    current = plan(order=Order.LEAF_FIRST).model_copy(update={"notes": "Mind the grammar."})
    silent = plan(shallow=["new"], order=Order.PRIORITY_FIRST)
    merged = merge_plan(current, silent, {"new"}, path_resolver(["new", "."])).plan
    assert (merged.investigation_order, merged.notes) == (Order.LEAF_FIRST, "Mind the grammar.")
    noted = silent.model_copy(update={"notes": "Mind the new."})
    merged = merge_plan(current, noted, {"new"}, path_resolver(["new", "."])).plan
    assert merged.notes == "Mind the new."


def test_below_a_skipped_directory_a_new_one_is_skipped_unless_it_is_listed() -> None:
    records = tree("vendor", "vendor/a", "vendor/b")
    paths = [record.path for record in records]
    current = plan(skip=["vendor"])
    merged = merge_plan(
        current, plan(shallow=["vendor/b"]), {"vendor/a", "vendor/b"}, path_resolver(paths)
    )
    assert treatment(merged.plan, paths)["vendor/a"] == ("skip", "k vendor")
    assert treatment(merged.plan, paths)["vendor/b"] == ("shallow", 5, "s vendor/b")
