"""Even a signed file runs no code: it is plain JSON under its own key, or a miss."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from luminos_core.errors import StoreError
from luminos_core.records.directory import DirectoryReport, DirectoryState
from tasks.storage import PLAIN_JSON, SignedResults, StoredResults


@pytest.fixture
def results(tmp_path: Path) -> SignedResults:
    return SignedResults(store=str(tmp_path / "store"))


def content(key: str, serializer: Any, result: str = "{}") -> bytes:
    metadata = {"storage_key": key, "serializer": serializer}
    return json.dumps({"metadata": metadata, "result": result}).encode()


def test_plain_json_under_its_own_key_is_stored(results: SignedResults) -> None:
    stored = content("directory-1", PLAIN_JSON.model_dump())
    results.write_path("directory-1", stored)
    assert results.read_path("directory-1") == stored
    assert StoredResults(results).has("directory-1")


@pytest.mark.parametrize(
    "serializer",
    [
        {"type": "pickle", "picklelib": "cloudpickle"},
        {"type": "compressed/pickle"},
        {**PLAIN_JSON.model_dump(), "object_decoder": "os.system"},
        {**PLAIN_JSON.model_dump(), "jsonlib": "pickle"},
        {"type": "json"},  # Prefect's defaults, which import any class that a file names
        {},
        None,
    ],
)
def test_another_serializer_is_refused_on_writing_and_on_reading(
    results: SignedResults, serializer: Any
) -> None:
    foreign = content("directory-2", serializer)
    with pytest.raises(StoreError, match="not plain JSON"):
        results.write_path("directory-2", foreign)
    results.folder.write("directory-2", foreign)  # with our signature all the same
    with pytest.raises(StoreError, match="not plain JSON"):
        results.read_path("directory-2")
    assert not StoredResults(results).has("directory-2")


def test_a_result_of_another_key_is_refused(results: SignedResults) -> None:
    results.folder.write("directory-3", content("directory-4", PLAIN_JSON.model_dump()))
    with pytest.raises(StoreError, match="another key"):
        results.read_path("directory-3")
    assert not StoredResults(results).has("directory-3")


@pytest.mark.parametrize("torn", [b"", b"{", b"[]", b"{}", b'{"metadata": {}}', b"\xff"])
def test_a_file_that_is_no_result_is_a_miss(results: SignedResults, torn: bytes) -> None:
    with pytest.raises(StoreError, match="not a result"):
        results.write_path("directory-5", torn)
    results.folder.write("directory-5", torn)
    assert not StoredResults(results).has("directory-5")


def test_a_report_is_loaded_as_cached(results: SignedResults) -> None:
    report = DirectoryReport(path="src", state=DirectoryState.INVESTIGATED, turns_used=3)
    stored = content("directory-6", PLAIN_JSON.model_dump(), report.model_dump_json())
    results.write_path("directory-6", stored)
    loaded = StoredResults(results).load_report("directory-6")
    assert loaded == report.model_copy(update={"state": DirectoryState.CACHED})


def test_a_report_that_is_missing_or_was_changed_is_a_store_error(results: SignedResults) -> None:
    stored = StoredResults(results)
    with pytest.raises(StoreError, match="cannot be read"):
        stored.load_report("directory-7")
    results.write_path("directory-7", content("directory-7", PLAIN_JSON.model_dump()))
    with pytest.raises(StoreError, match="cannot be read"):
        stored.load_report("directory-7")  # of another version: it has no path
    file = results.folder.path / "directory-7"
    file.write_bytes(file.read_bytes().replace(b"{}", b"[]"))
    assert not stored.has("directory-7")
    with pytest.raises(StoreError, match="it is ignored"):
        stored.load_report("directory-7")


def test_a_folder_that_cannot_be_written_is_found_before_the_run(
    results: SignedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    StoredResults(results).check_writable()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left on device"):
        StoredResults(results).check_writable()


def test_a_good_result_is_read_once_until_its_file_changes(
    results: SignedResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "directory-5"
    stored = content(key, PLAIN_JSON.model_dump())
    results.write_path(key, stored)
    read: list[str] = []
    read_path = SignedResults.read_path
    monkeypatch.setattr(
        SignedResults, "read_path", lambda self, path: read.append(path) or read_path(self, path)
    )
    looked_at = StoredResults(results)
    assert [looked_at.has(key) for _ in range(3)] == [True] * 3
    assert read == [key]
    (file,) = (each for each in results.folder.path.iterdir() if each.name == key)
    file.write_bytes(file.read_bytes() + b" ")
    assert not looked_at.has(key)
    file.unlink()
    assert not looked_at.has(key)
    results.write_path(key, stored)
    assert looked_at.has(key)
