"""What is known of directories that are not complete, so that a later part goes on from there."""

from dataclasses import dataclass

from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport
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
    fresh: bool  # nothing of earlier runs is used, but what this run leaves is

    def load(self, key: str, run_id: str) -> PartialWork | None:
        found = self.folder.load_record(key, _Stored)
        if found is None or (self.fresh and found.run_id != run_id):
            return None
        return found.work

    def store(self, key: str, run_id: str, work: PartialWork) -> None:
        self.folder.write(key, _Stored(run_id=run_id, work=work).model_dump_json().encode())


class _Stored(Record):
    run_id: str  # of the run that left it
    work: PartialWork


def after_part(before: PartialWork | None, notes: Notes, report: DirectoryReport) -> PartialWork:
    """What is known when a part has ended with this report."""
    known = {entry.relative_path for entry in before.notes.files} if before else set()
    described = {entry.relative_path for entry in report.files}
    idle = 0 if described - known else (before.idle if before else 0) + 1
    return PartialWork(notes=notes, parts=(before.parts if before else 0) + 1, idle=idle)
