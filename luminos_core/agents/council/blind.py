"""Reports and flags as a checker is shown them: without what their authors think of their work, and
without what depends on how often it was done."""

from typing import Any

from luminos_core.records.base import Record
from luminos_core.records.directory import DirectoryReport, DirectoryState
from luminos_core.records.flag import Flag
from luminos_core.records.plan import Tier

_OPINIONS: dict[str, Any] = {"confidence": None, "confidence_reason": None, "completeness": None}
_WORK: dict[str, Any] = {
    "tier": Tier.DEFAULT,
    "turns_allocated": 0,
    "turns_used": 0,
    "turns_lent": 0,
    "turns_borrowed": 0,
}


def blind_report(report: DirectoryReport) -> DirectoryReport:
    """Whether it was made in this run or before is not in it either."""
    state = DirectoryState.INVESTIGATED if report.state.is_complete else report.state
    written = {
        "state": state,
        "entry": _blind(report.entry) if report.entry else None,
        "files": tuple(map(_blind, report.files)),
        "flags": tuple(map(blind_flag, report.flags)),
    }
    return report.model_copy(update={**_WORK, **written})


def blind_flag(flag: Flag) -> Flag:
    """With what its reviewers decided: it is a part of what was found."""
    return flag.model_copy(update={"confidence": None})


def _blind(entry: Record) -> Record:
    return entry.model_copy(update={**_OPINIONS, "cached_at": ""})
