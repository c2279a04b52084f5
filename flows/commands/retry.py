"""`luminos retry`: a stored run's audit again, for what that run did not complete."""

import sys
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import click

from flows.commands.audit import audit
from flows.options import (
    fail_on_option,
    json_option,
    keep_option,
    money_options,
    requirements_option,
    suppression_options,
    verbose_option,
)
from flows.stored_runs import stored_run
from flows.written_reports import ReportFile, write_option
from luminos_core.records.directory import DirectoryState
from luminos_core.records.report import AuditReport
from luminos_core.records.request import AuditRequest
from luminos_core.records.requirement import INFER
from luminos_core.settings import read_settings
from luminos_core.store.interrupted import InterruptedRun
from luminos_core.store.layout import Store
from luminos_core.store.run_folder import read_report
from luminos_core.text.escape import one_line
from luminos_core.text.filenames import decode_name, encode_name
from luminos_core.text.formats import utc_time

# An unreadable directory is investigated again by its key, when more of it can be read.
_LEFT_OUT = (
    DirectoryState.SKIPPED,
    DirectoryState.EXCLUDED,
    DirectoryState.UNREADABLE,
    DirectoryState.ACCEPTED,
)


@click.command()
@click.argument("run", metavar="RUN", required=False)
@keep_option
@suppression_options
@requirements_option
@fail_on_option
@money_options
@write_option
@verbose_option
@json_option
@click.pass_context
def retry(
    context: click.Context,
    /,
    run: str | None,
    as_json: bool,
    verbose: bool,
    write: tuple[ReportFile, ...],
    **options: Any,
) -> int:
    """Audit the target of a stored run again, for what that run did not complete; the latest if no
    run is named.

    The options are that run's, but for those given here. What it completed, and has not changed
    since, is cached and costs nothing; with --keep-results also after a change of the model. RUN is
    as in `luminos report`. Exit code: the audit's; 0 when the run was complete, and nothing is
    started.

    \b
    Examples:
      luminos retry
      luminos retry 0190a6f2 --max-usd 5
      LUMINOS_DEVELOPMENT_MODEL=claude-opus-5-5 luminos retry --keep-results
    """
    found = stored_run(Store(read_settings().store), run)
    request = _interrupted(found) if isinstance(found, InterruptedRun) else _reported(found)
    if request is None:
        return 0
    given = {name: value for name, value in options.items() if value not in (None, False, "")}
    code: int = context.invoke(
        audit, as_json=as_json, verbose=verbose, write=write, **{**request.model_dump(), **given}
    )
    return code


def _interrupted(found: InterruptedRun) -> AuditRequest:
    run = found.run
    _say(f"going on with the audit of {run.target} by run {found.run_id}, which was interrupted")
    continues = (*run.request.continues, found.run_id)
    return _of_target(run.request, run.target).model_copy(update={"continues": continues})


def _reported(file: Path) -> AuditRequest | None:
    """None when there is nothing to retry."""
    report = read_report(file)
    if report.status == "complete":
        _say(f"the audit of {report.target} by run {report.run_id} is complete: nothing to retry")
        return None
    _say(f"going on with the audit of {report.target} by run {report.run_id}")
    if (returns_at := report.quota_returns_at) and returns_at > datetime.now(UTC):
        when = utc_time(int(returns_at.timestamp()))
        _say(f"its quota returns at {when}; until then the server may refuse again")
    return _of_target(retry_request(report), report.target)


def retry_request(report: AuditReport) -> AuditRequest:
    """What the run asked for. What it completed is cached; what it was to do again and did not
    complete is done again, with all that depends on it, although an older result is stored."""
    request = report.request
    left = [path for path in _incomplete(report) if request.refreshes_directory(path)]
    dependent = [str(parent) for path in left for parent in PurePosixPath(path).parents]
    names = {gap.pass_name for gap in report.gaps if request.refreshes_pass(gap.pass_name)}
    return request.model_copy(
        update={
            "fresh": False,
            "continues": (),
            "again_directories": tuple(sorted({*left, *dependent})),
            "again_passes": tuple(sorted(names)),
        }
    )


def _of_target(request: AuditRequest, target: str) -> AuditRequest:
    """With paths that do not depend on where the command is given. `target`: as in a run."""
    required = request.requirements
    if required not in ("", INFER):
        required = encode_name(str(Path(decode_name(target)) / decode_name(required)))
    return request.model_copy(update={"target": decode_name(target), "requirements": required})


def _incomplete(report: AuditReport) -> list[str]:
    return [
        outcome.path
        for outcome in report.directories
        if not outcome.state.is_complete and outcome.state not in _LEFT_OUT
    ]


def _say(text: str) -> None:
    sys.stderr.write(f"[retry] {one_line(text)}\n")
