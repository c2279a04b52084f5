"""What this installation's runs cost, beside what they were estimated at, so that the next estimate
is nearer: models, and the trees that one keeps auditing, have habits that no table has.

It decides nothing but an estimate. One that is missing or cannot be read is none.
"""

from statistics import median

from pydantic import Field

from luminos_core.digest import digest_json
from luminos_core.records.base import Record
from luminos_core.records.cost import Pass
from luminos_core.records.report import AuditReport
from luminos_core.store.signed import SignedFolder

_KEPT = 10  # runs
_LEAST_DIRECTORIES = 5  # a run of fewer says little
_LEAST, _MOST = 0.4, 2.5  # beyond these something else has happened than habit


class _Experience(Record):
    shares: tuple[float, ...] = Field(max_length=_KEPT)  # the latest last


def experience_name(model: str, prompt: str) -> str:
    """By what the costs depend on: the label of the directories' model, their prompts' digest."""
    return digest_json([model, prompt])


def expected_share(folder: SignedFolder, name: str) -> float:
    """What directories cost, of what they are estimated at: 1.0 with no experience, which one run
    moves by half of the way."""
    return median([*_recalled(folder, name), 1.0])


def learn(folder: SignedFolder, name: str, report: AuditReport) -> None:
    """Keep what a complete run has shown. StoreError when it cannot be written."""
    share = _share(report)
    if share is not None and _LEAST <= share <= _MOST:
        shares = (*_recalled(folder, name), share)[-_KEPT:]
        folder.write(name, _Experience(shares=shares).model_dump_json().encode())


def _share(report: AuditReport) -> float | None:
    """For a directory on average, since a plan may leave some out. None when the two are not of
    the same work: a retried run's ledger has what an earlier attempt paid."""
    told = report.cost.estimate
    paid = [outcome.usd for outcome in report.directories if outcome.calls]
    if told is None or not _LEAST_DIRECTORIES <= len(paid) <= told.directories:
        return None
    estimated = sum(used.usd or 0.0 for used in told.usage if used.pass_name is Pass.DIRECTORY)
    known = [usd for usd in paid if usd is not None]
    if report.status != "complete" or not estimated or len(known) < len(paid):
        return None
    bare = estimated / told.experience / told.directories
    return sum(known) / len(known) / bare


def _recalled(folder: SignedFolder, name: str) -> tuple[float, ...]:
    experience = folder.load_record(name, _Experience)
    return experience.shares if experience else ()
