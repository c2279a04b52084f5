"""Trees that were made to do harm have the outcome that they must have: a bounded share.

`python -m tests.hostile` tries all of them, and prints what each took.
"""

from pathlib import Path

import pytest

from flows.local_server import LocalServer
from tests.hostile.all_trees import all_trees
from tests.hostile.run_tree import run_tree
from tests.hostile.together import together
from tests.hostile.tree import HostileTree

_TREES = all_trees()
_ALONE = [tree for tree in _TREES.values() if tree.in_ci]
_BESIDE = [tree for tree in _TREES.values() if tree.beside]


@pytest.fixture
def api(started_server: LocalServer) -> dict[str, str]:
    """A server for all audits: one for each would take most of the time."""
    return {"PREFECT_API_URL": started_server.url}


def test_there_are_at_least_80_trees() -> None:
    assert len(_TREES) >= 80


@pytest.mark.parametrize("tree", _ALONE, ids=lambda tree: tree.name)
def test_a_hostile_tree_has_its_outcome(
    tree: HostileTree, api: dict[str, str], tmp_path: Path
) -> None:
    assert not run_tree(tree, tmp_path / "a", api).problems


def test_hostile_trees_in_one_target_have_theirs(api: dict[str, str], tmp_path: Path) -> None:
    assert not run_tree(together(_BESIDE), tmp_path / "a", api).problems
