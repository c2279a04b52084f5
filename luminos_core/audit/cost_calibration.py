"""What earlier runs cost of what they were estimated at, which makes the next estimate better.

It changes nothing but estimates; a stored one that is missing or cannot be read counts as none.
"""

from statistics import median

from pydantic import Field

from luminos_core.digest import digest_json
from luminos_core.records.base import Record
from luminos_core.records.cost import DIRECTORY
from luminos_core.records.key_context import KeyContext
from luminos_core.records.report import AuditReport
from luminos_core.store.signed import SignedFolder

_RUNS = 10  # runs
_FEWEST_DIRECTORIES = 5  # a run of fewer says little
_LEAST, _MOST = 0.4, 2.5  # beyond these the estimate was of something else


class _Calibration(Record):
    shares: tuple[float, ...] = Field(max_length=_RUNS)  # the latest last


def calibration_name(context: KeyContext) -> str:
    """By what the costs depend on: the model and the prompts of directories."""
    return digest_json([context.model, context.prompt])


def expected_share(folder: SignedFolder, name: str) -> float:
    """What directories cost of what they are estimated at: 1.0 without earlier runs; the first run
    moves it half of the way."""
    return median([*_load(folder, name), 1.0])


def calibrate(folder: SignedFolder, name: str, report: AuditReport) -> None:
    """Store the share of a complete run. StoreError when it cannot be written."""
    share = _share(report)
    if share is not None and _LEAST <= share <= _MOST:
        shares = (*_load(folder, name), share)[-_RUNS:]
        folder.write(name, _Calibration(shares=shares).model_dump_json().encode())


def _share(report: AuditReport) -> float | None:
    """For a directory on average, since a plan may leave some out. None when the two are not of
    the same work: a retried run's ledger has what an earlier attempt paid."""
    estimate = report.cost.estimate
    paid = [outcome.usd for outcome in report.directories if outcome.calls]
    if estimate is None or not _FEWEST_DIRECTORIES <= len(paid) <= estimate.directories:
        return None
    estimated = sum(used.usd or 0.0 for used in estimate.usage if used.pass_name == DIRECTORY)
    known = [usd for usd in paid if usd is not None]
    if report.status != "complete" or not estimated or len(known) < len(paid):
        return None
    bare = estimated / estimate.calibration / estimate.directories
    return sum(known) / len(known) / bare


def _load(folder: SignedFolder, name: str) -> tuple[float, ...]:
    experience = folder.load_record(name, _Calibration)
    return experience.shares if experience else ()
