"""The schedule of a plan for the directories that exist."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luminos_core.agents.planning.plan_blocks import directories_block
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.records.plan import Order, Plan, Schedule, Skip, Tier
from luminos_core.records.snapshot import DirectoryRecord
from tests.luminos_core.agents.planned_trees import (
    TARGET,
    parent_of,
    plan,
    random_plans,
    random_trees,
    tree,
)


def order_of(schedule: Schedule) -> list[str]:
    return [assignment.path for assignment in schedule.assignments]


def turns_of(schedule: Schedule) -> dict[str, int]:
    return {assignment.path: assignment.turns for assignment in schedule.assignments}


def test_a_directory_that_could_not_be_listed_is_neither_investigated_nor_skipped() -> None:
    directories = [DirectoryRecord(path="shut", problem="no permission"), *tree()]
    for drawn in (plan(), plan(skip=["shut"]), plan(priority=["shut"])):
        schedule = apply_plan(directories, drawn, TARGET)
        assert (order_of(schedule), schedule.skipped, schedule.unmatched) == (["."], (), ())
    block = directories_block(directories)
    assert block.splitlines() == [
        "- shut: could not be read: no permission",
        "- .: no files of its own",
    ]


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_child_always_comes_before_its_parent_and_none_is_lost(data: st.DataObject) -> None:
    paths = data.draw(random_trees())
    drawn = data.draw(random_plans(paths))
    schedule = apply_plan([DirectoryRecord(path=path) for path in paths], drawn, TARGET)
    order = order_of(schedule)
    position = {path: place for place, path in enumerate(order)}
    bands = {assignment.path: assignment.band for assignment in schedule.assignments}
    for path in order:
        above = path
        while above != ".":
            above = parent_of(above)
            if above in position:
                assert position[path] < position[above]
                assert bands[path] <= bands[above]
    skipped = [skip.path for skip in schedule.skipped]
    assert sorted(order + skipped) == sorted(paths)
    assert all(1 <= turns <= 25 for turns in turns_of(schedule).values())
    assert "." in position


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_leaf_first_keeps_the_given_order_without_what_is_skipped(data: st.DataObject) -> None:
    records = tree(*data.draw(random_trees()))
    drawn = data.draw(random_plans([record.path for record in records]))
    leaf_first = drawn.model_copy(update={"investigation_order": Order.LEAF_FIRST})
    schedule = apply_plan(records, leaf_first, TARGET)
    skipped = {skip.path for skip in schedule.skipped}
    assert order_of(schedule) == [record.path for record in records if record.path not in skipped]


def test_the_default_plan_gives_every_directory_ten_turns_deepest_first() -> None:
    schedule = apply_plan(tree("src", "src/auth", "docs"), Plan(), TARGET)
    assert order_of(schedule) == ["src/auth", "docs", "src", "."]
    assert set(turns_of(schedule).values()) == {10}
    assert {assignment.tier for assignment in schedule.assignments} == {Tier.DEFAULT}
    assert (schedule.skipped, schedule.unmatched) == ((), ())


def test_priority_first_orders_bands_and_a_child_inherits_its_parents() -> None:
    schedule = apply_plan(
        tree("src", "src/auth", "docs", "lib"), plan(priority=["src"], shallow=["docs"]), TARGET
    )
    assert order_of(schedule) == ["src/auth", "src", "lib", "docs", "."]
    assert turns_of(schedule) == {"src/auth": 10, "src": 20, "lib": 10, "docs": 5, ".": 10}
    assert [assignment.band for assignment in schedule.assignments] == [0, 0, 1, 2, 3]
    tiers = {assignment.path: assignment.tier for assignment in schedule.assignments}
    assert tiers["src/auth"] is Tier.DEFAULT


def test_a_shallow_child_of_a_default_parent_still_comes_first() -> None:
    schedule = apply_plan(tree("src", "src/x"), plan(shallow=["src/x"]), TARGET)
    assert order_of(schedule) == ["src/x", "src", "."]
    assert turns_of(schedule)["src/x"] == 5


@pytest.mark.parametrize(
    ("suggested", "turns"), [(20, 20), (25, 25), (26, 25), (999, 25), (1, 1), (0, 15), (-3, 15)]
)
def test_suggested_turns_are_capped_and_useless_ones_become_fifteen(
    suggested: int, turns: int
) -> None:
    schedule = apply_plan(tree("src"), plan(priority=[("src", suggested)]), TARGET)
    assert turns_of(schedule)["src"] == turns


@pytest.mark.parametrize(
    "written",
    [
        "src/auth",
        "src/auth/",
        "./src/auth",
        "./src//auth/.",
        " src/auth ",
        f"{TARGET}/src/auth",
        f"{TARGET}/src/auth/",
        "project/src/auth",
    ],
)
def test_every_form_of_a_path_is_the_same_directory(written: str) -> None:
    schedule = apply_plan(tree("src", "src/auth"), plan(shallow=[written]), TARGET)
    assert turns_of(schedule) == {"src/auth": 5, "src": 10, ".": 10}
    assert schedule.unmatched == ()


@pytest.mark.parametrize("written", [".", "./", "project", "project/", TARGET, f"{TARGET}/"])
def test_the_root_is_a_dot_its_path_or_its_name(written: str) -> None:
    schedule = apply_plan(tree("src"), plan(priority=[written]), TARGET)
    assert turns_of(schedule) == {"src": 10, ".": 20}


def test_a_child_with_the_targets_name_keeps_it() -> None:
    schedule = apply_plan(tree("project"), plan(priority=["project"]), TARGET)
    assert turns_of(schedule) == {"project": 20, ".": 10}


def test_below_a_child_with_the_targets_name_its_name_is_not_the_roots() -> None:
    schedule = apply_plan(tree("project", "src"), plan(priority=["project/src"]), TARGET)
    assert turns_of(schedule) == {"project": 10, "src": 10, ".": 10}
    assert schedule.unmatched == ("project/src",)


@pytest.mark.parametrize("written", ["", "  ", "nowhere", "..", "src/..", "/etc", f"{TARGET}2/src"])
def test_a_path_of_no_directory_is_reported_and_changes_nothing(written: str) -> None:
    schedule = apply_plan(tree("src"), plan(priority=[written]), TARGET)
    assert schedule.unmatched == (written,)
    assert turns_of(schedule) == {"src": 10, ".": 10}


def test_a_skip_takes_its_subtree_along_with_its_reason() -> None:
    schedule = apply_plan(
        tree("vendor", "vendor/a", "vendor/a/b", "vendored"), plan(skip=["vendor"]), TARGET
    )
    assert order_of(schedule) == ["vendored", "."]
    assert set(schedule.skipped) == {
        Skip(path=path, reason="k vendor") for path in ("vendor", "vendor/a", "vendor/a/b")
    }


def test_a_descendant_listed_elsewhere_is_not_skipped_nor_what_is_below_it() -> None:
    schedule = apply_plan(
        tree("v", "v/a", "v/a/b", "v/a/b/c", "v/z"), plan(priority=["v/a/b"], skip=["v"]), TARGET
    )
    assert turns_of(schedule) == {"v/a/b/c": 10, "v/a/b": 20, ".": 10}
    assert {skip.path for skip in schedule.skipped} == {"v", "v/a", "v/z"}


def test_of_two_tiers_the_deeper_one_counts() -> None:
    drawn = plan(priority=[("a", 3)], shallow=["a", "b"], skip=["a", "b"])
    schedule = apply_plan(tree("a", "b"), drawn, TARGET)
    assert turns_of(schedule) == {"a": 3, "b": 5, ".": 10}
    assert schedule.skipped == ()


def test_of_two_priorities_the_one_with_more_turns_counts() -> None:
    drawn = plan(priority=[("a", 12), ("./a", 18), ("a/", 15)])
    assert turns_of(apply_plan(tree("a"), drawn, TARGET))["a"] == 18


def test_the_root_cannot_be_skipped() -> None:
    schedule = apply_plan(tree("src"), plan(skip=["."]), TARGET)
    assert order_of(schedule) == ["src", "."]
    assert schedule.unmatched == (". (the root cannot be skipped)",)


def test_a_target_at_the_file_systems_root_is_matched() -> None:
    schedule = apply_plan(tree("srv"), plan(shallow=["/srv"]), "/")
    assert turns_of(schedule) == {"srv": 5, ".": 10}


def test_a_name_that_a_prompt_shows_escaped_is_matched_in_that_form() -> None:
    schedule = apply_plan(tree("a\nb"), plan(shallow=["a\\nb"]), TARGET)
    assert turns_of(schedule)["a\nb"] == 5
