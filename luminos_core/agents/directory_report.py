"""What came of one directory, as a report, from how its agent's loop ended."""

from datetime import datetime
from typing import Any

from luminos_core.agents.directory_entries import own_files, partial_entry, submitted_entry
from luminos_core.agents.outcome import Ended, Outcome, halt_of
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState


def directory_report(
    work: DirectoryWork, state: AgentState, outcome: Outcome, changed: str, now: datetime
) -> DirectoryReport:
    """`changed`: why it is not of what was scanned; "" when it is."""
    ended, reason = _state(work, state, outcome)
    if changed and ended.is_complete:
        ended, reason = DirectoryState.PARTIAL, changed
    turns = work.assignment.turns
    entry = state.entry
    if isinstance(outcome.submission, SubmitReportInput):
        entry = submitted_entry(work, state, outcome.submission, now)
    elif ended is DirectoryState.PARTIAL:
        entry = partial_entry(work, state, reason, now)
    left_over = max(0, turns + outcome.turns_borrowed - outcome.turns_used)
    return DirectoryReport(
        path=work.directory.path,
        state=ended,
        reason=reason,
        entry=entry,
        **noted(state),
        tier=work.assignment.tier,
        turns_allocated=turns,
        turns_used=outcome.turns_used,
        turns_lent=left_over if ended.is_complete else 0,
        turns_borrowed=outcome.turns_borrowed,
    )


def _state(work: DirectoryWork, state: AgentState, outcome: Outcome) -> tuple[DirectoryState, str]:
    """The directory's state, and why it is not complete."""
    match outcome.ended:
        case Ended.SUBMITTED:
            return DirectoryState.INVESTIGATED, ""
        case Ended.REFUSED:
            return DirectoryState.REFUSED, outcome.reason
        case Ended.FAILED if halt_of(outcome.failure):
            return DirectoryState.DEFERRED, outcome.reason
        case Ended.FAILED:
            return failed_state(work, state), f"api error: {outcome.reason}"
    return DirectoryState.PARTIAL, outcome.reason


def failed_state(work: DirectoryWork, state: AgentState) -> DirectoryState:
    """The state after a failure: partial when there are entries of the directory's own files."""
    return DirectoryState.PARTIAL if own_files(work.directory, state) else DirectoryState.FAILED


def noted(state: AgentState) -> dict[str, Any]:
    """The fields of a report that hold what an agent noted of files, and what it answered."""
    files = tuple(state.files[path] for path in sorted(state.files))
    return {"files": files, "flags": tuple(state.flags), "answers": tuple(state.answers)}
