"""One run's folder in the store: journals that grow while it works, and its published report."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.cost import LedgerLine
from luminos_core.records.event import CallBilled, Event, FlagRaised, ToolCalled
from luminos_core.records.report import AuditReport, PlanEvaluation
from luminos_core.store.atomic import write_atomically
from luminos_core.store.journal import Journal

REPORT = "report.json"
PLAN = "plan.json"
EVALUATION = "plan_evaluation.json"
FLAGS = "flags.jsonl"
INVESTIGATION = "investigation.jsonl"
LEDGER = "ledger.jsonl"

_Line = TypeVar("_Line", bound=Record)


class RunFolder:
    """Made, or taken up again when the same run is retried: journals are appended to, published
    files replaced. StoreError when the folder cannot be made or written, before anything is paid.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(path, error) from None
        self._flags = _opened(path / FLAGS)
        self._investigation = _opened(path / INVESTIGATION)
        self._ledger = _opened(path / LEDGER)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def record(self, event: Event) -> None:
        """An observer: a flag, a tool call or a bill is on disk when this returns. Never raises;
        `trouble` says what went wrong."""
        if isinstance(event, FlagRaised):
            self._flags.append(event.flag)
        elif isinstance(event, ToolCalled):
            self._investigation.append(event)
        elif isinstance(event, CallBilled):
            self._ledger.append(event.line)

    @property
    def trouble(self) -> str:
        """Why a journal is missing lines, in one line; "" when none is."""
        return self._flags.trouble or self._investigation.trouble or self._ledger.trouble

    def publish(self, files: Mapping[str, str]) -> None:
        """Write each text to the file of its name, atomically. report.json is the last, so that a
        folder that has it has them all. The report's own flags replace the journal of flags."""
        self._flags.close()
        for name in sorted(files, key=lambda name: name == REPORT):
            write_atomically(self.path / name, files[name].encode())

    def close(self) -> None:
        self._flags.close()
        self._investigation.close()
        self._ledger.close()


def read_report(path: Path) -> AuditReport:
    """The report in a run's folder or file; fields that this version does not know are ignored.
    StoreError says in one line what is wrong with it."""
    file = path / REPORT if path.is_dir() else path
    text = _read(file)
    try:
        return AuditReport.model_validate_json(text, extra="ignore")
    except ValueError as error:  # pydantic's ValidationError is one
        reason = str(error).splitlines()[0]
        raise StoreError(f"{file} is not a report that this version can read: {reason}") from None


def read_evaluation(path: Path) -> PlanEvaluation | None:
    """The plan evaluation in a run's folder; None when it has none that can be read."""
    try:
        return PlanEvaluation.model_validate_json(_read(path / EVALUATION), extra="ignore")
    except (StoreError, ValueError):
        return None


def read_ledger(path: Path) -> tuple[LedgerLine, ...]:
    """What the run of this folder has bought so far; () when there is no such file. A line that is
    none is passed over: a torn one must not cost the rest."""
    file = path / LEDGER
    return tuple(_lines(_read(file))) if file.exists() else ()


def _lines(content: bytes) -> Iterable[LedgerLine]:
    for line in content.splitlines():
        try:
            yield LedgerLine.model_validate_json(line, extra="ignore")
        except ValueError:
            continue


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise StoreError(f"{file} does not exist") from None
    except OSError as error:
        raise StoreError(f"{file} cannot be read: {error.strerror}") from None


def _opened(path: Path) -> Journal:
    try:
        return Journal(path)
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> StoreError:
    return StoreError(f"{path} cannot be written: {error.strerror}; see the store's disk and owner")
