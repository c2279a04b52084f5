"""The record of the last run."""

import json
import os
from pathlib import Path

import pytest

from luminos_core.cache.change import PreviousResult
from luminos_core.cache.last_run import LastRun, read_last_run, write_last_run
from luminos_core.errors import StoreError
from luminos_core.records.directory import DirectoryKey, DirectoryState


def result(path: str, state: DirectoryState = DirectoryState.INVESTIGATED) -> PreviousResult:
    key = DirectoryKey(
        path=path, files=(), children=(), prompt="p", tools="t", model="m", schema_version=1
    )
    return PreviousResult(key=key, state=state)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "last_run.json"
    last_run = LastRun(results=(result("."), result("src", DirectoryState.FAILED)))
    write_last_run(last_run, path)
    assert read_last_run(path) == last_run
    assert read_last_run(path).by_path["src"].state is DirectoryState.FAILED
    assert path.stat().st_mode & 0o077 == 0


def test_a_missing_last_run_is_empty(tmp_path: Path) -> None:
    assert read_last_run(tmp_path / "none.json") == LastRun()


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"results": 3}', "\udcff", '{"other": 1}'])
def test_a_corrupt_last_run_is_empty(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "last_run.json"
    path.write_bytes(damage.encode("utf-8", "surrogateescape"))
    assert read_last_run(path) == LastRun()


def test_a_truncated_last_run_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "last_run.json"
    write_last_run(LastRun(results=(result("."),)), path)
    path.write_bytes(path.read_bytes()[:-5])
    assert read_last_run(path) == LastRun()


def test_a_later_run_replaces_its_own_directories_and_keeps_the_rest() -> None:
    before = LastRun(results=(result("a"), result("b", DirectoryState.FAILED)))
    after = before.updated([result("b"), result("c")])
    assert [(path, told.state.value) for path, told in after.by_path.items()] == [
        ("a", "investigated"),
        ("b", "investigated"),
        ("c", "investigated"),
    ]


def test_a_write_that_fails_keeps_the_old_last_run_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "last_run.json"
    write_last_run(LastRun(results=(result("a"),)), path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"last_run\.json: No space left on device"):
        write_last_run(LastRun(results=(result("b"),)), path)
    assert set(read_last_run(path).by_path) == {"a"}
    assert [entry.name for entry in tmp_path.iterdir()] == ["last_run.json"]


def test_it_is_plain_json(tmp_path: Path) -> None:
    path = tmp_path / "last_run.json"
    write_last_run(LastRun(results=(result("src"),)), path)
    assert json.loads(path.read_text())["results"][0]["key"]["path"] == "src"
