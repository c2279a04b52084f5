"""What a council decides about: whether it has changed since the last vote."""

from pydantic import JsonValue

from luminos_core.agents.passes.verification import VERIFICATION
from luminos_core.agents.run_state import RunState
from luminos_core.agents.verification.decided import decided
from luminos_core.agents.verification.verdicts import verifications
from luminos_core.digest import digest_json
from luminos_core.flags.fingerprint import evidence
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.flag import Flag


def evidence_digest(state: RunState) -> str:
    """The same while neither the confidence in any directory nor any flag has changed."""
    rated: list[JsonValue] = [
        [path, _confidence(report)] for path, report in sorted(state.reports.items())
    ]
    return digest_json([rated, flags_found(state)])


def flags_found(state: RunState) -> list[JsonValue]:
    """Those of the checks and of the directories, as their reviewers have left them."""
    reviews = verifications([state.results.get(VERIFICATION.name)])
    told = decided(state.flags, state.hints, state.reports.values(), reviews)
    return sorted(map(_told, told.flags), key=str)


def _confidence(report: DirectoryReport) -> float | None:
    return report.entry.confidence if report.entry else None


def _told(flag: Flag) -> JsonValue:
    return [*evidence(flag), flag.severity, flag.verdict]
