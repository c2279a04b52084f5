"""`luminos retry`: a stored run's audit again, for what that run did not complete."""

import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import PurePosixPath

from flows.commands.audit import run_audit
from flows.stored_runs import report_file
from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.settings import read_settings
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import decode_name
from luminos_core.text.formats import utc_time

_LEFT_OUT = (DirectoryState.SKIPPED, DirectoryState.EXCLUDED)


@dataclass(frozen=True)
class Spending:
    """What a run may spend: fields of its request. None and False leave one as it was."""

    max_usd: float | None = None
    confirm_above_usd: float | None = None
    yes: bool = False
    unknown_prices: bool = False

    def given(self) -> dict[str, float | bool]:
        told = asdict(self).items()
        return {name: value for name, value in told if value is not None and value is not False}


def retry_run(run: str | None, spending: Spending, *, as_json: bool) -> int:
    """Audit again. The exit code is the new run's; 0, without a run, when `run` was complete."""
    report = read_report(report_file(Store(read_settings().store), run))
    if report.status == "complete":
        _say(f"the audit of {report.target} by run {report.run_id} is complete: nothing to retry")
        return 0
    _say(f"going on with the audit of {report.target} by run {report.run_id}")
    if (returns_at := report.quota_returns_at) and returns_at > datetime.now(UTC):
        when = utc_time(int(returns_at.timestamp()))
        _say(f"its quota returns at {when}; until then the server may refuse again")
    request = retry_request(report)
    asked = {**spending.given(), "target": decode_name(report.target)}
    return run_audit(request.model_copy(update=asked), as_json=as_json)


def retry_request(report: AuditReport) -> AuditRequest:
    """What the run asked for. What it completed comes from the store; what it was to do anew and
    did not complete is done anew, with all that depends on it, be an older result there or not."""
    asked = report.request
    left = [path for path in _incomplete(report) if asked.renews(path)]
    dependent = [str(parent) for path in left for parent in PurePosixPath(path).parents]
    passes = [name for gap in report.gaps if asked.renews(name := f"({gap.pass_name})")]
    again = tuple(sorted({*left, *dependent, *passes}))
    return asked.model_copy(update={"fresh": False, "again": again})


def _incomplete(report: AuditReport) -> list[str]:
    return [
        outcome.path
        for outcome in report.directories
        if not outcome.state.is_complete and outcome.state not in _LEFT_OUT
    ]


def _say(text: str) -> None:
    sys.stderr.write(f"[retry] {one_line(text)}\n")
