"""Stored results of steps, by cache key."""

from typing import Protocol, TypeVar

from luminos_core.cache.directory_key import key_digest
from luminos_core.records.base import Record
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.directory import DirectoryKey, DirectoryReport, DirectoryState

R = TypeVar("R", bound=Record)


class ResultStore(Protocol):
    """Safe to use from many threads."""

    def has(self, key: str) -> bool:
        """Whether a step of this key would be cached."""
        ...

    def load_report(self, key: str) -> DirectoryReport:
        """A directory's report, as cached. Raises StoreError when it cannot be used."""
        ...

    def load(self, key: str, kind: type[R]) -> R:
        """The result of any step, as a record of its kind. StoreError when it cannot be used."""
        ...

    def check_writable(self) -> None:
        """Raises StoreError when results could not be stored."""
        ...


def report_key(key: DirectoryKey) -> str:
    """The cache key of a directory's report."""
    return f"{DIRECTORY}-{key_digest(key)}"


def as_cached(report: DirectoryReport) -> DirectoryReport:
    """A stored report as one of this run, which did not pay for it."""
    if report.state is DirectoryState.ACCEPTED:
        return report
    return report.model_copy(update={"state": DirectoryState.CACHED})
