"""The last run of a target, kept so that the next can say what changed.

It decides nothing but words: whether a stored result is used depends on its key alone. So a ledger
that is missing or cannot be read is an empty one.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from luminos_core.cache.change import PreviousResult
from luminos_core.records.base import Record
from luminos_core.store.atomic import write_atomically


class Ledger(Record):
    """One result a directory, by path."""

    results: tuple[PreviousResult, ...] = ()

    @cached_property
    def by_path(self) -> Mapping[str, PreviousResult]:
        return {result.key.path: result for result in self.results}

    def updated(self, results: Iterable[PreviousResult]) -> "Ledger":
        """This ledger with `results` in place of those of the same paths."""
        merged = {**self.by_path, **{result.key.path: result for result in results}}
        return Ledger(results=tuple(merged[path] for path in sorted(merged)))


def read_ledger(path: Path) -> Ledger:
    """The ledger at `path`; an empty one when there is none or it is corrupt."""
    try:
        return Ledger.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        return Ledger()


def write_ledger(ledger: Ledger, path: Path) -> None:
    """Replace the file at `path` in one step, so that a reader or a crash sees the old ledger or
    the new one. StoreError names the file."""
    write_atomically(path, ledger.model_dump_json().encode())
