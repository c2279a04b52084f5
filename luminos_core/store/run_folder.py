"""One run's folder in the store: its journals while it works, then its published report."""

import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

from luminos_core.errors import StoreError
from luminos_core.flags.fingerprint import found_at
from luminos_core.records.base import Record
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import CallBilled, Event, FlagRaised, ToolCalled
from luminos_core.records.flag import Flag
from luminos_core.records.plan_evaluation import PlanEvaluation
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRun
from luminos_core.store.atomic import read_regular, write_atomically, write_text_atomically
from luminos_core.store.journal import Journal
from luminos_core.store.lock import try_lock

REPORT = "report.json"
PLAN = "plan.json"
EVALUATION = "plan_evaluation.json"
FLAGS = "flags.jsonl"
INVESTIGATION = "investigation.jsonl"
LEDGER = "ledger.jsonl"
RUN = "run.json"  # what was begun
MADE = "made.jsonl"  # the keys of the results that a fresh run has made again
ALIVE = "lock"  # held while the run works


Text = str | Iterator[str]  # pieces of one that is too long to be in memory as a whole
_Line = TypeVar("_Line", bound=Record)


class MadeResult(Record):
    key: str


class _Target(Record):
    target: str


class RunFolder:
    """A retry of a run opens the same folder: it appends to the journals and replaces published
    files. Raises StoreError when the folder cannot be created or written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._alive: int | None = None
        self._made: Journal | None = None
        self._lock = threading.Lock()
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._flags = Journal(path / FLAGS)
            self._written = {found_at(flag) for flag in _lines(path / FLAGS, Flag)}
            self._investigation = Journal(path / INVESTIGATION)
            self._ledger = Journal(path / LEDGER)
        except OSError as error:
            raise StoreError(
                f"{error.filename} cannot be written: {error.strerror}; "
                "see the store's disk and owner"
            ) from None

    def begin(self, run: AuditRun) -> None:
        """Record what was begun, so that it can be gone on with if it gets no end. StoreError when
        it cannot be written."""
        self._alive = try_lock(self.path / ALIVE)  # None: the command that began it holds it
        write_atomically(self.path / RUN, run.model_dump_json().encode())

    def discard(self) -> None:
        """Remove a run that there is no going on with."""
        self.close()
        shutil.rmtree(self.path, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def record(self, event: Event) -> None:
        """An observer: a flag, a tool call or a bill is on disk when this returns. Never raises;
        see `error`."""
        if isinstance(event, FlagRaised):
            self.add_flags((event.flag,))
        elif isinstance(event, ToolCalled):
            self._investigation.append(event)
        elif isinstance(event, CallBilled):
            self._ledger.append(event.line)

    def record_made(self, key: str) -> None:
        """A result that a fresh run has made again, which a retry of it need not make."""
        if self._made is None:
            try:
                self._made = Journal(self.path / MADE)
            except OSError as error:
                raise StoreError(f"cannot write {self.path / MADE}: {error.strerror}") from None
        self._made.append(MadeResult(key=key))

    def add_flags(self, flags: Iterable[Flag]) -> None:
        """Write each to the journal of flags, unless it is there. Never raises."""
        for flag in flags:
            key = found_at(flag)
            with self._lock:
                if key in self._written:
                    continue
                self._written.add(key)
            self._flags.append(flag)

    @property
    def error(self) -> str:
        """Why a journal is missing lines, in one line; "" when none is."""
        return self._flags.error or self._investigation.error or self._ledger.error

    def publish(self, files: Mapping[str, Text]) -> None:
        """Write each text to the file of its name, atomically. report.json is the last, so that a
        folder that has it has them all. The report's own flags replace the journal of flags."""
        self._flags.close()
        for name in sorted(files, key=lambda name: name == REPORT):
            write_text_atomically(self.path / name, files[name])

    def close(self) -> None:
        self._flags.close()
        self._investigation.close()
        self._ledger.close()
        if self._made is not None:
            self._made.close()
        if self._alive is not None:
            os.close(self._alive)
            self._alive = None


def read_report(path: Path) -> AuditReport:
    """The report in a run's folder or file; fields that this version does not know are ignored.
    Raises StoreError when it is missing or cannot be read."""
    return read_part(path, AuditReport)


def read_part(path: Path, part: type[_Line]) -> _Line:
    """As `read_report`, those fields of it that `part` has: of a long report in a tenth of the
    time."""
    file = path / REPORT if path.is_dir() else path
    text = _read(file)
    try:
        return part.model_validate_json(text, extra="ignore")
    except ValueError as error:  # pydantic's ValidationError is one
        reason = str(error).splitlines()[0]
        raise StoreError(f"{file} is not a report that this version can read: {reason}") from None


def read_target(path: Path) -> str:
    """The target of the run in this folder, as records hold it; "" when it cannot be read."""
    for name in (RUN, REPORT):
        with suppress(StoreError, ValueError):
            return _Target.model_validate_json(_read(path / name), extra="ignore").target
    return ""


def read_evaluation(path: Path) -> PlanEvaluation | None:
    """The plan evaluation in a run's folder; None when it is missing or cannot be read."""
    try:
        return PlanEvaluation.model_validate_json(_read(path / EVALUATION), extra="ignore")
    except (StoreError, ValueError):
        return None


def read_ledger(path: Path) -> tuple[LedgerLine, ...]:
    """The ledger in a run's folder; () when it is missing or unreadable. Torn lines are skipped."""
    return tuple(_lines(path / LEDGER, LedgerLine))


def read_made(path: Path) -> frozenset[str]:
    """The keys of what the fresh run in this folder has made again."""
    return frozenset(line.key for line in _lines(path / MADE, MadeResult))


def _lines(file: Path, kind: type[_Line]) -> Iterator[_Line]:
    try:
        lines = _read(file).splitlines()
    except StoreError:
        return
    for line in lines:
        try:
            yield kind.model_validate_json(line, extra="ignore")
        except ValueError:
            continue


def _read(file: Path) -> bytes:
    try:
        return read_regular(file)
    except FileNotFoundError:
        raise StoreError(f"{file} does not exist") from None
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}") from None
