"""Prefect's result storage on our signed store.

Prefect reads the serializer's name from the stored file itself, so a planted file could run code
whatever serializer a task asks for. Here a file that we did not sign, that names another
serializer, or that belongs to another key is an error on reading, which Prefect takes for a miss.
"""

import json
from pathlib import Path
from typing import Any

from prefect.filesystems import WritableFileSystem
from prefect.serializers import JSONSerializer

from luminos_core.errors import StoreError
from luminos_core.store.layout import Store

# Prefect's own `json` imports any class that a file names; without encoder and decoder it cannot.
PLAIN_JSON = JSONSerializer(object_encoder=None, object_decoder=None)


class SignedResults(WritableFileSystem):
    """Task results in the store at `store`, one signed JSON file each."""

    _block_type_name = "Luminos signed results"
    _block_type_slug = "luminos-signed-results"

    store: str

    # Prefect passes `_sync`; the work is the same either way.
    def read_path(self, path: str, _sync: bool = True) -> bytes:  # type: ignore[override]
        content = Store(Path(self.store)).signed_results().read(path)
        _refuse_all_but_plain_json(path, content)
        return content

    def write_path(self, path: str, content: bytes, _sync: bool = True) -> None:  # type: ignore[override]
        _refuse_all_but_plain_json(path, content)
        Store(Path(self.store)).signed_results().write(path, content)


def result_storage(store: Store) -> SignedResults:
    """The block for `store`, registered with the API so that runs can name it."""
    block = SignedResults(store=str(store.path))
    block.save("luminos", overwrite=True, _sync=True)  # type: ignore[call-arg]
    return block


def _refuse_all_but_plain_json(path: str, content: bytes) -> None:
    metadata: dict[str, Any] = json.loads(content)["metadata"]
    if metadata["serializer"] != PLAIN_JSON.model_dump():
        raise StoreError(f"the stored result {path} is not plain JSON; it is ignored")
    if metadata["storage_key"] != path:
        raise StoreError(f"the stored result {path} belongs to another key; it is ignored")
