"""What a target's next run finds of its last one: its results, and its plan."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError

from luminos_core.audit.key_diff import PreviousResult
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryKey
from luminos_core.records.plan import LastPlan
from luminos_core.store.atomic import read_regular, write_pieces
from luminos_core.store.layout import Store

_NAME = "last_run.json"
_PLAN = "plan"


class LastRun(Record):
    """One result a directory. It changes nothing but words: whether a stored result is used depends
    on its key alone."""

    results: tuple[PreviousResult, ...] = ()

    @cached_property
    def by_path(self) -> Mapping[str, PreviousResult]:
        return {result.key.path: result for result in self.results}

    def sharing(self, keys: Mapping[str, DirectoryKey]) -> "LastRun":
        """The same with those of `keys` that are equal, so that a quiet night has each once."""
        return LastRun(
            results=tuple(
                result.model_copy(update={"key": keys[path]})
                if keys.get(path := result.key.path) == result.key
                else result
                for result in self.results
            )
        )

    def updated(self, results: Iterable[PreviousResult]) -> "LastRun":
        """This last run with `results` in place of those of the same paths."""
        merged = {**self.by_path, **{result.key.path: result for result in results}}
        return LastRun(results=tuple(merged[path] for path in sorted(merged)))


def load_last_run(store: Store, target: Path) -> LastRun:
    """Of the directory at `target`; an empty one when there is none or it is corrupt."""
    try:
        return LastRun.model_validate_json(read_regular(store.target(target) / _NAME))
    except (OSError, ValidationError):
        return LastRun()


def store_last_run(store: Store, target: Path, last_run: LastRun) -> None:
    """Replace it in one step. StoreError names the file."""
    write_pieces(store.target(target) / _NAME, _pieces(last_run))


def load_last_plan(store: Store, target: Path) -> LastPlan | None:
    """None also when it was not written by Luminos: a plan decides what is not looked at."""
    return store.signed_target(target).load_record(_PLAN, LastPlan)


def store_last_plan(store: Store, target: Path, plan: LastPlan) -> None:
    """Replace it in one step. StoreError when it cannot be written."""
    store.signed_target(target).write(_PLAN, plan.model_dump_json().encode())


def _pieces(last_run: LastRun) -> Iterator[bytes]:
    """Its JSON, which is never in memory as a whole."""
    yield b'{"results":['
    for number, result in enumerate(last_run.results):
        yield (b",\n" if number else b"\n") + result.model_dump_json().encode()
    yield b"]}"
