"""Which subtrees are taken from the store as one task run."""

from luminos_core.records.snapshot import DirectoryRecord
from tasks.quiet import quiet_subtrees

TREE = {
    path: DirectoryRecord(path=path, children=children)
    for path, children in {
        "a/x/deep": (),
        "a/x": ("a/x/deep",),
        "a/y": (),
        "b/z": (),
        "a": ("a/x", "a/y"),
        "b": ("b/z",),
        ".": ("a", "b"),
    }.items()
}


def test_a_whole_stored_tree_is_one_subtree_children_first() -> None:
    subtrees = quiet_subtrees(TREE, set(TREE))
    assert list(subtrees) == ["."]
    paths = subtrees["."]
    assert set(paths) == set(TREE)
    assert all(paths.index(child) < paths.index(p) for p in paths for child in TREE[p].children)


def test_the_ancestors_of_what_is_not_stored_are_not_quiet() -> None:
    subtrees = quiet_subtrees(TREE, set(TREE) - {"b/z"})
    assert {root: set(paths) for root, paths in subtrees.items()} == {
        "a": {"a", "a/x", "a/x/deep", "a/y"}
    }


def test_a_stored_directory_above_one_that_is_not_stored_is_not_quiet() -> None:
    assert set(quiet_subtrees(TREE, set(TREE) - {"a/x/deep"})) == {"b"}


def test_a_stored_leaf_is_left_to_a_task_run_of_its_own() -> None:
    assert quiet_subtrees(TREE, {"a/y"}) == {}
