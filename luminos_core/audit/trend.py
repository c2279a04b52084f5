"""A run's point in the trend of its target."""

from collections.abc import Sequence
from datetime import datetime

from luminos_core.records.flag import Flag, FlagCounts, FlagState, Severity
from luminos_core.records.report import AuditReport
from luminos_core.records.trend import TrendPoint
from luminos_core.store.trend import with_point

_SHOWN = 30  # runs, in a report


def with_trend(report: AuditReport, before: Sequence[TrendPoint]) -> AuditReport:
    """The report with the trend of its target's last runs, itself as the last of them."""
    points = with_point(before, trend_point(report))
    return report.model_copy(update={"trend": points[-_SHOWN:]})


def trend_point(report: AuditReport) -> TrendPoint:
    counts = FlagCounts.of(report.flags).flags
    compared = report.comparison
    return TrendPoint(
        run_id=report.run_id,
        finished_at=report.finished_at,
        commit=report.version.commit,
        branch=report.version.branch,
        status=report.status,
        critical=counts[Severity.CRITICAL],
        concern=counts[Severity.CONCERN],
        info=counts[Severity.INFO],
        new=_in_state(report.flags, FlagState.NEW) if compared else None,
        resolved=_in_state(compared.gone, FlagState.RESOLVED) if compared else None,
        read_share=report.coverage.read_share,
        directories=report.scan.directories,
        files=report.scan.files,
        lines=sum(each.lines for each in report.scan.languages),
        usd=report.cost.usd if report.cost.usage else 0.0,
        seconds=_seconds(report),
    )


def _in_state(flags: Sequence[Flag], state: FlagState) -> int:
    return FlagCounts.of(flag for flag in flags if flag.state is state).flags.total()


def _seconds(report: AuditReport) -> float:
    begun, ended = map(datetime.fromisoformat, (report.started_at, report.finished_at))
    return max((ended - begun).total_seconds(), 0.0)
