"""Reading stored results outside of a task: what is there, and for which directory."""

import json
from typing import Any

from luminos_core.cache.keys import key_digest
from luminos_core.errors import StoreError
from luminos_core.records.directory import DirectoryKey, DirectoryReport, DirectoryState
from luminos_core.store.layout import Store
from tasks.storage import SignedResults


def result_name(key: DirectoryKey) -> str:
    """The cache key of a directory's result, which is its file's name in the store."""
    return f"directory-{key_digest(key)}"


def is_stored(storage: SignedResults, name: str) -> bool:
    """Whether a task with this cache key would be Cached."""
    try:
        storage.read_path(name)
    except (OSError, StoreError):
        return False
    return True


def read_stored(storage: SignedResults, key: DirectoryKey) -> DirectoryReport:
    """The stored report of a directory. Raises when it is not there or not ours."""
    record: dict[str, Any] = json.loads(storage.read_path(result_name(key)))
    return as_cached(DirectoryReport.model_validate_json(record["result"]))


def as_cached(report: DirectoryReport) -> DirectoryReport:
    """A stored report as this run's: paid for by another run."""
    return report.model_copy(update={"state": DirectoryState.CACHED})


def check_writable(store: Store) -> None:
    """StoreError, before anything is paid, when results could not be kept."""
    store.signed_results().write("probe", b"")
