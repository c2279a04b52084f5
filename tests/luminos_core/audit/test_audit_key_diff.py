"""Why a directory is investigated again, in words."""

from typing import Any

import pytest

from luminos_core.audit.key_diff import PreviousResult, change_reason
from luminos_core.records.directory import (
    ChildIngredient,
    DirectoryKey,
    DirectoryState,
    FileIngredient,
)

KEY = DirectoryKey(
    path="src",
    files=(
        FileIngredient(name="a.py", kind="file", digest="1"),
        FileIngredient(name="b.py", kind="file", digest="2"),
    ),
    children=(ChildIngredient(path="src/auth", key="k"),),
    prompt="p",
    tools="t",
    model="m",
    schema_version=1,
)
A2 = FileIngredient(name="a.py", kind="file", digest="changed")


def reason(
    state: DirectoryState = DirectoryState.INVESTIGATED, fresh: bool = False, **changes: Any
) -> str:
    previous = PreviousResult(key=KEY, state=state)
    return change_reason(previous, KEY.model_copy(update=changes), fresh)


def test_a_directory_without_a_previous_result_is_new_even_when_all_is_forced() -> None:
    assert change_reason(None, KEY, False) == "new"
    assert change_reason(None, KEY, True) == "new"


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"files": (A2, KEY.files[1])}, "content changed: a.py"),
        ({"files": KEY.files[1:]}, "content changed: a.py"),
        (
            {"files": (*KEY.files, FileIngredient(name="c.py", kind="file", digest="3"))},
            "content changed: c.py",
        ),
        ({"children": (ChildIngredient(path="src/auth", key="j"),)}, "child changed: src/auth"),
        (
            {"children": (ChildIngredient(path="src/auth", key="k", gap="failed"),)},
            "child changed: src/auth",
        ),
        ({"children": ()}, "child changed: src/auth"),
        ({"prompt": "q"}, "prompt changed"),
        ({"tools": "u"}, "tools changed"),
        ({"model": "n"}, "model changed (--keep-results keeps what there is)"),
        ({"schema_version": 2}, "schema changed"),
        ({}, "stored result missing"),
    ],
)
def test_the_ingredient_that_differs_is_named(changes: dict[str, Any], expected: str) -> None:
    assert reason(**changes) == expected


def test_a_cached_result_compares_like_an_investigated_one() -> None:
    assert reason(DirectoryState.CACHED, model="n") == reason(model="n")


def test_no_advice_is_given_where_keeping_results_would_not_help() -> None:
    offline = KEY.model_copy(update={"model": "static-0.1.0"})
    for old, new in ((offline, KEY), (KEY, offline)):
        previous = PreviousResult(key=old, state=DirectoryState.CACHED)
        assert change_reason(previous, new, False) == "model changed"
    assert reason(model="n", prompt="q") == "prompt changed; model changed"


def test_in_a_run_that_keeps_results_the_model_is_no_reason() -> None:
    def kept(state: DirectoryState, **changes: Any) -> str:
        new = KEY.model_copy(update={"model": "n", **changes})
        return change_reason(PreviousResult(key=KEY, state=state), new, False, keeps=True)

    assert kept(DirectoryState.CACHED, files=KEY.files[1:]) == "content changed: a.py"
    assert kept(DirectoryState.CACHED) == "stored result missing"
    assert kept(DirectoryState.FAILED) == "previous attempt failed"
    assert kept(DirectoryState.ACCEPTED) == "another model left it partial"


def test_fresh_is_forced_whatever_else_changed() -> None:
    assert reason(fresh=True, model="n") == "forced"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (DirectoryState.FAILED, "previous attempt failed"),
        (DirectoryState.PARTIAL, "previous attempt partial"),
        (DirectoryState.REFUSED, "previous attempt refused"),
        (DirectoryState.DEFERRED, "previous attempt deferred"),
        (DirectoryState.SKIPPED, "previously skipped"),
        (DirectoryState.EXCLUDED, "previously excluded"),
    ],
)
def test_a_previous_result_that_was_not_complete_is_the_reason(
    state: DirectoryState, expected: str
) -> None:
    assert reason(state) == expected


def test_changes_of_its_own_are_joined_and_a_childs_is_left_out_beside_them() -> None:
    changed_child = (ChildIngredient(path="src/auth", key="j"),)
    text = reason(files=(A2, KEY.files[1]), model="n", children=changed_child)
    assert text == "content changed: a.py; model changed"


def test_many_changed_files_are_counted() -> None:
    files = tuple(FileIngredient(name=f"n{n}", kind="file", digest="") for n in range(9))
    assert reason(files=KEY.files + files) == "content changed: n0, n1, n2 and 6 more"


def test_a_repaired_child_is_a_changed_child() -> None:
    gap = KEY.model_copy(
        update={"children": (ChildIngredient(path="src/auth", key="k", gap="failed"),)}
    )
    before = PreviousResult(key=gap, state=DirectoryState.INVESTIGATED)
    assert change_reason(before, KEY, False) == "child changed: src/auth"
    assert change_reason(before, gap, False) == "stored result missing"
