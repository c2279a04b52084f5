"""Which subtrees are loaded from the store in one step."""

from luminos_core.audit.unchanged_subtrees import unchanged_subtrees
from luminos_core.records.snapshot import DirectoryRecord

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


def test_a_tree_that_is_cached_whole_is_one_subtree_children_first() -> None:
    subtrees = unchanged_subtrees(TREE, set(TREE))
    assert list(subtrees) == ["."]
    paths = subtrees["."]
    assert set(paths) == set(TREE)
    assert all(paths.index(child) < paths.index(p) for p in paths for child in TREE[p].children)


def test_the_ancestors_of_an_uncached_directory_are_in_no_subtree() -> None:
    subtrees = unchanged_subtrees(TREE, set(TREE) - {"b/z"})
    assert {root: set(paths) for root, paths in subtrees.items()} == {
        "a": {"a", "a/x", "a/x/deep", "a/y"}
    }


def test_a_cached_directory_above_an_uncached_one_is_in_no_subtree() -> None:
    assert set(unchanged_subtrees(TREE, set(TREE) - {"a/x/deep"})) == {"b"}


def test_a_cached_leaf_is_a_step_of_its_own() -> None:
    assert unchanged_subtrees(TREE, {"a/y"}) == {}
