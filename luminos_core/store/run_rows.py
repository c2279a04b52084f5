"""Stored runs as rows of a list, which reads no more of a report than a row has."""

from datetime import UTC, datetime
from pathlib import Path

from luminos_core.errors import StoreError
from luminos_core.records.base import Record
from luminos_core.records.comparison import SourceVersion
from luminos_core.records.flag import Severity
from luminos_core.records.policy import PolicyResult
from luminos_core.records.report import FlagTotal
from luminos_core.records.run_row import RunRow, RunState
from luminos_core.records.trend import TrendPoint
from luminos_core.store.interrupted import InterruptedRun
from luminos_core.store.run_folder import read_part


class _Cost(Record):
    usd: float | None = None
    usage: tuple[dict[str, object], ...] = ()


class _Part(Record):
    """Of an AuditReport."""

    run_id: str
    target: str
    version: SourceVersion = SourceVersion()
    finished_at: str
    status: RunState
    incomplete_because: tuple[str, ...] = ()
    flag_totals: tuple[FlagTotal, ...] = ()
    cost: _Cost = _Cost()
    trend: tuple[TrendPoint, ...] = ()
    policy: PolicyResult | None = None


def row_of_report(file: Path) -> RunRow:
    """Never raises: a report that cannot be read is a row that says so."""
    try:
        part = read_part(file, _Part)
    except StoreError as error:
        at = _time(file.parent.lstat().st_mtime)
        return RunRow(run_id=file.parent.name, at=at, state=RunState.UNREADABLE, problem=str(error))
    by_severity = {total.severity: total.flags for total in part.flag_totals}
    point = next((each for each in reversed(part.trend) if each.run_id == part.run_id), None)
    return RunRow(
        run_id=part.run_id,
        target=part.target,
        at=part.finished_at,
        state=part.status,
        flags=sum(by_severity.values()),
        **{each.value: by_severity.get(each, 0) for each in Severity},
        places=sum(total.places for total in part.flag_totals),
        new=point.new if point else None,
        resolved=point.resolved if point else None,
        read_share=point.read_share if point else None,
        usd=part.cost.usd if part.cost.usage else 0.0,
        seconds=point.seconds if point else None,
        commit=part.version.commit,
        branch=part.version.branch,
        failed=part.policy.failed if part.policy else False,
        problem="; ".join(part.incomplete_because),
    )


def row_without_report(run: InterruptedRun, state: RunState) -> RunRow:
    prices = [line.usd for line in run.ledger]
    known = [usd for usd in prices if usd is not None]
    return RunRow(
        run_id=run.run_id,
        target=run.run.target,
        at=_time(run.at),
        state=state,
        usd=sum(known) if len(known) == len(prices) else None,
    )


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
