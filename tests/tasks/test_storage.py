"""Even a file with our signature runs nothing: plain JSON under its own key, or it is a miss."""

import json
from pathlib import Path
from typing import Any

import pytest

from luminos_core.errors import StoreError
from tasks.results import is_stored
from tasks.storage import PLAIN_JSON, SignedResults


@pytest.fixture
def results(tmp_path: Path) -> SignedResults:
    return SignedResults(store=str(tmp_path / "store"))


def content(key: str, serializer: Any, **changes: Any) -> bytes:
    metadata = {"storage_key": key, "serializer": serializer, **changes}
    return json.dumps({"metadata": metadata, "result": "{}"}).encode()


def test_plain_json_under_its_own_key_is_kept(results: SignedResults) -> None:
    stored = content("directory-1", PLAIN_JSON.model_dump())
    results.write_path("directory-1", stored)
    assert results.read_path("directory-1") == stored
    assert is_stored(results, "directory-1")


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
    assert not is_stored(results, "directory-2")


def test_a_result_of_another_key_is_refused(results: SignedResults) -> None:
    results.folder.write("directory-3", content("directory-4", PLAIN_JSON.model_dump()))
    with pytest.raises(StoreError, match="another key"):
        results.read_path("directory-3")
    assert not is_stored(results, "directory-3")


@pytest.mark.parametrize("torn", [b"", b"{", b"[]", b"{}", b'{"metadata": {}}', b"\xff"])
def test_what_is_no_record_is_a_miss(results: SignedResults, torn: bytes) -> None:
    with pytest.raises(StoreError, match="not a result"):
        results.write_path("directory-5", torn)
    results.folder.write("directory-5", torn)
    assert not is_stored(results, "directory-5")
