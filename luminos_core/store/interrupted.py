"""Runs that have begun and have no report, because their process was ended."""

import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from luminos_core.errors import LuminosError, StoreError
from luminos_core.records.cost import LedgerLine
from luminos_core.records.request import AuditRun
from luminos_core.store.atomic import read_regular, write_atomically
from luminos_core.store.layout import Store
from luminos_core.store.lock import try_lock, unlocked
from luminos_core.store.run_folder import (
    ALIVE,
    FLAGS,
    INVESTIGATION,
    LEDGER,
    REPORT,
    RUN,
    read_ledger,
)

_REPORTED = "reported_by"
_WRITTEN = (RUN, FLAGS, INVESTIGATION, LEDGER)  # while a run works


@dataclass(frozen=True)
class InterruptedRun:
    folder: Path
    run: AuditRun
    at: float  # of its last sign of life, in seconds since 1970

    @property
    def run_id(self) -> str:
        return self.folder.name

    @property
    def ledger(self) -> tuple[LedgerLine, ...]:
        return read_ledger(self.folder)


def interrupted_runs(store: Store) -> list[InterruptedRun]:
    """The latest first. A run that still works is none of them."""
    folders = (file.parent for file in store.runs_path.glob(f"*/{RUN}"))
    found = [run for folder in folders if (run := interrupted_run(folder)) is not None]
    return sorted(found, key=lambda run: run.at, reverse=True)


def interrupted_run(folder: Path) -> InterruptedRun | None:
    """None when the run has a report, still works, or cannot be read. A report that is older than
    the run's beginning is of an earlier attempt at it."""
    run = _without_report(folder)
    return run if run is not None and not _works(folder) else None


def working_runs(store: Store) -> list[InterruptedRun]:
    """Those that are not interrupted yet."""
    folders = (file.parent for file in store.runs_path.glob(f"*/{RUN}"))
    found = (run for folder in folders if (run := _without_report(folder)) is not None)
    return [run for run in found if _works(run.folder)]


def _without_report(folder: Path) -> InterruptedRun | None:
    try:
        report, begun = folder / REPORT, folder / RUN
        if report.exists() and report.stat().st_mtime >= begun.stat().st_mtime:
            return None
        run = AuditRun.model_validate_json(read_regular(begun), extra="ignore")
        at = max((folder / name).stat().st_mtime for name in _WRITTEN if (folder / name).exists())
    except (OSError, StoreError, ValueError):  # pydantic's ValidationError is one
        return None
    return InterruptedRun(folder, run, at)


def _works(folder: Path) -> bool:
    """Also when it cannot be told."""
    with unlocked(folder / ALIVE) as is_over:
        return not is_over


def unreported_runs(store: Store, target: str) -> list[InterruptedRun]:
    """Those of the target whose spending is in no report yet. The caller holds the target's lock,
    so that no other run reports it."""
    return [
        run
        for run in interrupted_runs(store)
        if run.run.target == target and not (run.folder / _REPORTED).exists() and run.ledger
    ]


def spent_before(folders: Iterable[Path]) -> float:
    """US dollars that the interrupted runs in these folders spent, and that no report has."""
    unreported = (folder for folder in folders if not (folder / _REPORTED).exists())
    return sum(line.usd or 0.0 for folder in unreported for line in read_ledger(folder))


def mark_reported(run_id: str, folder: Path) -> None:
    """The spending of the interrupted run in `folder` is in the report of the run `run_id`."""
    write_atomically(folder / _REPORTED, run_id.encode())


@contextmanager
def begun_run(store: Store, run: AuditRun) -> Iterator[Path]:
    """The folder of a run that has no id yet; `AuditRun.run_id` is ignored. Whatever ends the
    process within this context, but for an error of ours, leaves a run that can be retried."""
    folder = store.run(str(uuid.uuid4()))
    write_atomically(folder / RUN, run.model_dump_json().encode())
    alive = try_lock(folder / ALIVE)
    try:
        yield folder
    except LuminosError:
        shutil.rmtree(folder, ignore_errors=True)  # gone if the run has an id by now
        raise
    finally:
        if alive is not None:
            os.close(alive)
