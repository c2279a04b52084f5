"""Prefect's result storage on our signed store.

Prefect reads the serializer's name from the stored file itself, so a planted file could run code
whatever serializer a task asks for. Here a file that we did not sign, that names another
serializer, or that belongs to another key is an error on reading, which Prefect takes for a miss.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prefect.context import FlowRunContext
from prefect.filesystems import WritableFileSystem
from prefect.serializers import JSONSerializer
from pydantic import BaseModel, JsonValue, PrivateAttr, ValidationError

from luminos_core.audit.results import R, as_cached
from luminos_core.errors import StoreError
from luminos_core.records.directory import DirectoryReport
from luminos_core.store.layout import Store
from luminos_core.store.signed import SignedFolder

# Prefect's own `json` imports any class that a file names; without encoder and decoder it cannot.
PLAIN_JSON = JSONSerializer(object_encoder=None, object_decoder=None)


class _Metadata(BaseModel):
    storage_key: str
    serializer: JsonValue


class _Stored(BaseModel):
    """As much of Prefect's result record as must be looked at before Prefect reads it."""

    metadata: _Metadata
    result: JsonValue


class SignedResults(WritableFileSystem):
    """Task results in the store at `store`, one signed JSON file each."""

    _block_type_name = "Luminos signed results"
    _block_type_slug = "luminos-signed-results"

    store: str

    _folder: SignedFolder | None = PrivateAttr(default=None)

    # Prefect passes `_sync`; the work is the same either way.
    def read_path(self, path: str, _sync: bool = True) -> bytes:  # type: ignore[override]
        content = self.folder.read(path)
        _plain_json(path, content)
        return content

    def write_path(self, path: str, content: bytes, _sync: bool = True) -> None:  # type: ignore[override]
        _plain_json(path, content)
        self.folder.write(path, content)

    def _resolve_path(self, path: str) -> None:
        """Prefect's question where a key lies as a path: nowhere, a key is a name in the store."""

    @property
    def folder(self) -> SignedFolder:
        """Opened once, in the process that first reads or writes."""
        if self._folder is None:
            self._folder = Store(Path(self.store)).signed("results")
        return self._folder


class StoredResults:
    """The results in a storage, as the core reads them."""

    def __init__(self, storage: SignedResults) -> None:
        self._storage = storage
        self._folder = storage.folder
        self._good: dict[str, tuple[int, ...]] = {}  # the stamps of those that were read and are

    def has(self, key: str) -> bool:
        """Whether a task of this key would be Cached."""
        try:
            if self._good.get(key) != self._folder.stamp(key):
                self._storage.read_path(key)
                self._good[key] = self._folder.stamp(key)
        except (OSError, StoreError):
            return False
        return True

    def load_report(self, key: str) -> DirectoryReport:
        """A directory's report, as cached. Raises StoreError when it cannot be used."""
        return as_cached(self.load(key, DirectoryReport))

    def load(self, key: str, kind: type[R]) -> R:
        """The result of a step. Raises StoreError when it cannot be used."""
        try:
            stored: Any = _plain_json(key, self._folder.read(key)).result
            return kind.model_validate_json(stored)
        except (OSError, ValueError):  # pydantic's ValidationError is one
            raise StoreError(f"the stored result {key} cannot be read") from None

    def check_writable(self) -> None:
        """StoreError, before anything is paid, when results could not be stored."""
        self._folder.write("probe", b"")


@contextmanager
def results_in(storage: SignedResults) -> Iterator[None]:
    """Store the results of this flow run's tasks in `storage`.

    Set on the run's own context, since a storage given to each task is looked up again, with a new
    API client, for each of thousands of task runs.
    """
    context = FlowRunContext.get()
    if context is None:
        raise RuntimeError("results are stored from within a flow run")
    results = context.result_store.model_copy(update={"result_storage": storage})
    with context.model_copy(update={"result_store": results}):
        yield


def _plain_json(path: str, content: bytes) -> _Stored:
    """StoreError when it is anything else, or belongs to another key."""
    try:
        stored = _Stored.model_validate_json(content)
    except ValidationError:
        raise StoreError(f"the stored result {path} is not a result; it is ignored") from None
    if stored.metadata.serializer != PLAIN_JSON.model_dump():
        raise StoreError(f"the stored result {path} is not plain JSON; it is ignored")
    if stored.metadata.storage_key != path:
        raise StoreError(f"the stored result {path} belongs to another key; it is ignored")
    return stored
