"""What the stored runs of a target say of one thing, the latest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.lookup.answers import InRun, LastRead
from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryState
from luminos_core.records.outcome import DirectoryOutcome
from luminos_core.store.run_folder import read_part
from luminos_core.text.tree_paths import parent_of


class _Directory(Record):
    path: str
    state: DirectoryState
    reason: str = ""
    change: str = ""
    investigated_at: str = ""
    usd: float | None = 0.0


class _Flag(Record):
    path: str
    fingerprint: str = ""
    state: str | None = None


class _Gone(Record):
    gone: tuple[_Flag, ...] = ()


class _Run(Record):
    """Of an AuditReport."""

    run_id: str
    finished_at: str
    directories: tuple[_Directory, ...]
    flags: tuple[_Flag, ...]
    comparison: _Gone | None = None


@dataclass(frozen=True)
class History:
    runs: tuple[_Run, ...]  # the latest first
    unreadable: tuple[str, ...] = ()  # why a run is missing

    def of_directory(self, path: str) -> tuple[InRun, ...]:
        return tuple(
            _in_run(run, path, sum(parent_of(flag.path) == path for flag in run.flags))
            for run in self.runs
        )

    def of_file(self, path: str) -> tuple[InRun, ...]:
        """What happened to its directory, and its own flags."""
        rows = (
            _in_run(run, parent_of(path), sum(flag.path == path for flag in run.flags))
            for run in self.runs
        )
        return tuple(row.model_copy(update={"usd": 0.0}) for row in rows)

    def of_flag(self, fingerprint: str) -> tuple[InRun, ...]:
        rows = []
        for run in self.runs:
            gone = run.comparison.gone if run.comparison else ()
            every = (*run.flags, *gone)
            flag = next((each for each in every if each.fingerprint == fingerprint), None)
            state = (flag.state or "found") if flag else ""
            rows.append(InRun(run_id=run.run_id, finished_at=run.finished_at, state=state))
        return tuple(rows)

    def last_read(self, outcome: DirectoryOutcome) -> LastRead | None:
        """None for a directory that no stored result is of."""
        at = outcome.investigated_at
        if not at:
            return None
        for run in self.runs:
            for each in run.directories:
                if each.path == outcome.path and each.change and each.investigated_at == at:
                    return LastRead(at=at, run_id=run.run_id, why=each.change)
        return LastRead(at=at)


def read_history(reports: Iterable[Path]) -> History:
    """A report that cannot be read is left out, and named."""
    runs, unreadable = [], []
    for file in reports:
        try:
            runs.append(read_part(file, _Run))
        except StoreError as error:
            unreadable.append(str(error))
    return History(tuple(runs), tuple(unreadable))


def _in_run(run: _Run, path: str, flags: int) -> InRun:
    found = next((each for each in run.directories if each.path == path), None)
    if found is None:
        return InRun(run_id=run.run_id, finished_at=run.finished_at, state="")
    return InRun(
        run_id=run.run_id,
        finished_at=run.finished_at,
        state=found.state,
        why=found.reason or found.change,
        flags=flags,
        usd=found.usd,
    )
