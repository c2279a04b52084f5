"""What is stored of directories that one model tier was not enough for.

Of each there is a file in the store, under the cache key of the directory's first tier. It is
written before the result of the tier that was not enough is stored, and names the tier above, so
that a run that is killed goes on there, and one that finds the result there pays nothing.
"""

import os
from dataclasses import dataclass, field

from luminos_core.audit.results import ResultStore, report_key
from luminos_core.digest import digest_bytes
from luminos_core.llm.ladder import own_model
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryKey, DirectoryReport
from luminos_core.records.request import AuditRun
from luminos_core.store.signed import SignedFolder

_PATH_DIGITS = 16  # of a path's digest, which begins a name


class Escalation(Record):
    """Of one directory with one content."""

    run_id: str  # of the run that wrote it
    model: str  # label of the rung whose result counts, or is to be made
    earlier: DirectoryReport  # what the rungs below it left
    anew: bool = False  # a result that was stored before is to be made again


@dataclass(frozen=True)
class EscalationLedger:
    """As one run reads and writes it; safe to use from many threads, for different directories.
    Keys may be those of any rung."""

    run: AuditRun
    folder: SignedFolder
    results: ResultStore
    _paths: set[str] = field(default_factory=set)  # digests of the directories with a file

    def __post_init__(self) -> None:
        for file in self.folder.path.iterdir():
            self._paths.add(file.name[:_PATH_DIGITS])

    def find(self, key: DirectoryKey) -> Escalation | None:
        if not self._has(key):
            return None
        found = self.folder.load_record(_name(key), Escalation)
        return found if found and self._counts(key, found) else None

    def note(
        self, key: DirectoryKey, model: str, earlier: DirectoryReport, *, is_made: bool = False
    ) -> None:
        """That the result of the rung with this label counts, which is stored next, if it is not to
        be made first. StoreError when that cannot be written."""
        anew = not is_made and self.run.request.refreshes_directory(key.path)
        noted = Escalation(run_id=self.run.run_id, model=model, earlier=earlier, anew=anew)
        self.folder.write(_name(key), noted.model_dump_json(exclude_defaults=True).encode())
        self._paths.add(_path_digest(key))

    def forget(self, key: DirectoryKey) -> None:
        """What an earlier run noted, when this one was enough on the first tier."""
        if self._has(key):
            self.folder.remove(_name(key))

    def _has(self, key: DirectoryKey) -> bool:
        """A quick answer for nearly all directories, which have none."""
        return bool(self._paths) and _path_digest(key) in self._paths

    def _counts(self, key: DirectoryKey, found: Escalation) -> bool:
        """Not in a run that is to make it anew, unless that has written it itself: a fresh run, or
        a retry of one, which made anew what is due."""
        request = self.run.request
        if found.run_id in (self.run.run_id, *request.continues):
            return True
        if request.fresh or not request.refreshes_directory(key.path):
            return not request.fresh
        climbed = key.model_copy(update={"model": found.model})
        return found.anew or not self.results.has(report_key(climbed))


def _name(key: DirectoryKey) -> str:
    own = key.model_copy(update={"model": own_model(key.model)})
    return f"{_path_digest(key)}-{report_key(own)}"


def _path_digest(key: DirectoryKey) -> str:
    return digest_bytes(os.fsencode(key.path))[:_PATH_DIGITS]
