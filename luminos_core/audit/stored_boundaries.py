"""What directories that are as they were take from outside and reach, by their stored reports."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache

from luminos_core.audit.results import report_key
from luminos_core.audit.runtime import Runtime
from luminos_core.errors import StoreError
from luminos_core.records.boundary import KnownBoundary
from luminos_core.records.directory import DirectoryKey

_MOST = 500  # reports that are read


def stored_boundaries(
    runtime: Runtime, keys: Mapping[str, DirectoryKey]
) -> Callable[[], tuple[KnownBoundary, ...]]:
    """Of the directories with these keys; read when it is called first."""

    @cache
    def read() -> tuple[KnownBoundary, ...]:
        return tuple(_read(runtime, keys))

    return read


def _read(runtime: Runtime, keys: Mapping[str, DirectoryKey]) -> Iterator[KnownBoundary]:
    for path in sorted(keys)[:_MOST]:
        with suppress(StoreError):
            boundary = runtime.results.load_report(report_key(keys[path])).boundary
            if boundary:
                yield KnownBoundary(path=path, boundary=boundary)
