"""What is known of directories that are not complete, so that a later part goes on from there."""

from collections.abc import Collection
from dataclasses import dataclass

from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.transcript import Notes
from luminos_core.store.signed import SignedFolder

PATIENCE = 2  # parts in a row without progress, after which a directory is accepted as it is


class PartialWork(Record):
    """Of one directory with one cache key: other content has another key, and starts anew."""

    notes: Notes  # of its agent, when the last part ended
    parts: int  # conversations so far
    idle: int = 0  # of these, the last ones that described no further file

    @property
    def is_accepted(self) -> bool:
        return self.idle >= PATIENCE


@dataclass(frozen=True)
class PartialWorks:
    """In a folder of the store, by cache key; safe to use from many threads."""

    folder: SignedFolder
    run_id: str
    fresh: bool
    continues: tuple[str, ...]  # interrupted runs, whose work a fresh run uses, too

    def load(self, key: str) -> PartialWork | None:
        found = self.folder.load_record(key, _Stored)
        if found is None or (self.fresh and found.run_id not in (self.run_id, *self.continues)):
            return None
        return found.work

    def store(self, key: str, work: PartialWork) -> None:
        """A full disk is no error here: what comes next on it raises one."""
        try:
            stored = _Stored(run_id=self.run_id, work=work)
            self.folder.write(key, stored.model_dump_json().encode())
        except StoreError:
            return


class _Stored(Record):
    run_id: str  # of the run that left it
    work: PartialWork


def after_part(
    before: PartialWork | None, notes: Notes, known: Collection[str], described: Collection[str]
) -> PartialWork:
    """When a part has ended: of the directory's own files the paths `known` at its start, and those
    `described` now."""
    idle = 0 if set(described) - set(known) else (before.idle if before else 0) + 1
    return PartialWork(notes=notes, parts=(before.parts if before else 0) + 1, idle=idle)
