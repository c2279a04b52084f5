"""The last run of a target, as its next run finds it."""

import json
import os
from pathlib import Path

import pytest

from luminos_core.audit.key_diff import PreviousResult
from luminos_core.audit.last_run import LastRun, load_last_run, store_last_run
from luminos_core.errors import StoreError
from luminos_core.records.directory import DirectoryKey, DirectoryState
from luminos_core.store.layout import Store

TARGET = Path("/t")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def result(path: str, state: DirectoryState = DirectoryState.INVESTIGATED) -> PreviousResult:
    key = DirectoryKey(
        path=path, files=(), children=(), prompt="p", tools="t", model="m", schema_version=1
    )
    return PreviousResult(key=key, state=state)


def file_of(store: Store) -> Path:
    return store.target(TARGET) / "last_run.json"


def test_a_stored_last_run_is_loaded(store: Store) -> None:
    last_run = LastRun(results=(result("."), result("src", DirectoryState.FAILED)))
    store_last_run(store, TARGET, last_run)
    assert load_last_run(store, TARGET) == last_run
    assert load_last_run(store, TARGET).by_path["src"].state is DirectoryState.FAILED
    assert file_of(store).stat().st_mode & 0o077 == 0


def test_a_missing_last_run_is_empty(store: Store) -> None:
    assert load_last_run(store, TARGET) == LastRun()
    store_last_run(store, TARGET, LastRun(results=(result("."),)))
    assert load_last_run(store, Path("/another")) == LastRun()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"results": 3}', "\udcff", '{"other": 1}'])
def test_a_corrupt_last_run_is_empty(store: Store, damage: str) -> None:
    file_of(store).write_bytes(damage.encode("utf-8", "surrogateescape"))
    assert load_last_run(store, TARGET) == LastRun()


def test_a_truncated_last_run_is_empty(store: Store) -> None:
    store_last_run(store, TARGET, LastRun(results=(result("."),)))
    file_of(store).write_bytes(file_of(store).read_bytes()[:-5])
    assert load_last_run(store, TARGET) == LastRun()


def test_a_later_run_replaces_its_own_directories_and_keeps_the_rest() -> None:
    before = LastRun(results=(result("a"), result("b", DirectoryState.FAILED)))
    after = before.updated([result("b"), result("c")])
    assert [(path, result.state.value) for path, result in after.by_path.items()] == [
        ("a", "investigated"),
        ("b", "investigated"),
        ("c", "investigated"),
    ]


def test_a_write_that_fails_keeps_the_old_last_run_and_leaves_no_file(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_last_run(store, TARGET, LastRun(results=(result("a"),)))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"last_run\.json: No space left on device"):
        store_last_run(store, TARGET, LastRun(results=(result("b"),)))
    assert set(load_last_run(store, TARGET).by_path) == {"a"}
    assert [entry.name for entry in store.target(TARGET).iterdir()] == ["last_run.json"]


def test_it_is_plain_json(store: Store) -> None:
    store_last_run(store, TARGET, LastRun(results=(result("src"),)))
    assert json.loads(file_of(store).read_text())["results"][0]["key"]["path"] == "src"
