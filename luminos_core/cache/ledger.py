"""The last run of a target, kept so that the next can say what changed.

It decides nothing but words: whether a stored result is used depends on its key alone. So a ledger
that is missing or cannot be read is an empty one.
"""

import os
import tempfile
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from luminos_core.cache.change import PreviousResult
from luminos_core.errors import StoreError
from luminos_core.records.base import Record


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
    try:
        _replace(path, ledger.model_dump_json().encode())
    except OSError as error:
        problem = error.strerror or str(error)
        raise StoreError(f"the record of this run cannot be written to {path}: {problem}") from None


def _replace(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # 0600
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:  # an interrupt, too, must leave no stray file
        temporary.unlink(missing_ok=True)
        raise
