"""The last run of a target, kept so that the next can say what changed.

It decides nothing but words: whether a stored result is used depends on its key alone. So a last
run that is missing or cannot be read is an empty one.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from luminos_core.cache.change import PreviousResult
from luminos_core.records.base import Record
from luminos_core.store.atomic import write_atomically


class LastRun(Record):
    """One result a directory, by path."""

    results: tuple[PreviousResult, ...] = ()

    @cached_property
    def by_path(self) -> Mapping[str, PreviousResult]:
        return {result.key.path: result for result in self.results}

    def updated(self, results: Iterable[PreviousResult]) -> "LastRun":
        """This last run with `results` in place of those of the same paths."""
        merged = {**self.by_path, **{result.key.path: result for result in results}}
        return LastRun(results=tuple(merged[path] for path in sorted(merged)))


def read_last_run(path: Path) -> LastRun:
    """The last run at `path`; an empty one when there is none or it is corrupt."""
    try:
        return LastRun.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return LastRun()


def write_last_run(last_run: LastRun, path: Path) -> None:
    """Replace the file at `path` in one step, so that a reader or a crash sees the old last run or
    the new one. StoreError names the file."""
    write_atomically(path, last_run.model_dump_json().encode())
