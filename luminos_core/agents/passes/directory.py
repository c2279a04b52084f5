"""The investigation of one directory."""

from datetime import datetime
from functools import partial
from typing import NamedTuple

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.directory_entries import own_files, partial_entry, submitted_entry
from luminos_core.agents.first_message import first_message, shorter_message
from luminos_core.agents.halt import halt_by
from luminos_core.agents.loop import converse
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.agents.prompts.rendering import render
from luminos_core.agents.turn_pool import TurnPool
from luminos_core.cache.keys import key_digest
from luminos_core.errors import (
    ModelUnavailable,
    QuotaExhausted,
    RequestRejected,
    RequestTooLarge,
)
from luminos_core.records.briefing import DirectoryBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.directory import (
    DirectoryEntry,
    DirectoryKey,
    DirectoryReport,
    DirectoryState,
    DirectoryWork,
)
from luminos_core.tools.registry import TOOLS_BY_PASS, without_skipped
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState, ToolInput


def conversation(key: DirectoryKey) -> str:
    """The name of a directory's conversation: its transcript is kept until its result is."""
    return f"directory-{key_digest(key)}"


class AttemptFailed(ModelUnavailable):
    """A try that may be made again, and goes on where this one ended."""


class _Verdict(NamedTuple):
    state: DirectoryState
    reason: str  # why the directory is not complete; "" when it is


def investigate(
    work: DirectoryWork,
    context: AgentContext,
    *,
    last_attempt: bool = True,
) -> DirectoryReport:
    """One directory, from its first message to its report, whatever happens on the way.

    Raises AttemptFailed, unless this is the last attempt, when the model did not answer and may
    do so later; SettingsError when no directory can be investigated at all.
    """
    agent_state = _agent_state(work, context)
    agent_task = _agent_task(work, agent_state, context)
    outcome = converse(agent_task, context)
    if not last_attempt and _may_pass(outcome):
        raise AttemptFailed(outcome.reason)
    if _is_over(outcome):
        context.transcripts.forget(agent_task.name)
    report = _report(work, agent_state, outcome, context.now())
    context.turns.give_back(report.turns_lent)
    if report.state.is_complete:
        context.summaries.keep(work.directory, report)
    return report


def _agent_state(work: DirectoryWork, context: AgentContext) -> AgentState:
    """What is known of the directory's own files from before."""
    known = [found for file in work.directory.files if (found := context.summaries.known(file))]
    return AgentState(
        files={each.entry.relative_path: each.entry for each in known},
        flags=[flag for each in known for flag in each.flags],
    )


def _agent_task(work: DirectoryWork, agent_state: AgentState, context: AgentContext) -> AgentTask:
    briefing = DirectoryBriefing(
        target=work.target_name,
        directory=work.directory,
        tier=work.assignment.tier,
        turns=work.assignment.turns,
        children=work.children,
        flags=work.flags,
        survey=work.survey,
        notes=work.notes,
    )
    return AgentTask(
        pass_name=Pass.DIRECTORY,
        label=work.directory.path,
        system=render("directory_system"),
        task=first_message(work, agent_state, context),
        briefing=briefing,
        tools=without_skipped(TOOLS_BY_PASS[Pass.DIRECTORY], work.survey),
        tool_context=context.tool_context(work.directory.path, agent_state),
        turns=work.assignment.turns,
        shorter=lambda: shorter_message(work, agent_state),
        name=conversation(work.key),
        extend=partial(_extend, context.turns) if context.is_language_model else None,
    )


def _extend(pool: TurnPool, submission: ToolInput, turns: int) -> int:
    """The offline investigator does without: what it says may not depend on who was faster."""
    if not isinstance(submission, SubmitReportInput):
        return 0
    return pool.extend(submission.completeness, turns)


def _report(
    work: DirectoryWork, agent_state: AgentState, outcome: Outcome, now: datetime
) -> DirectoryReport:
    verdict = _verdict(work, agent_state, outcome)
    return DirectoryReport(
        path=work.directory.path,
        state=verdict.state,
        reason=verdict.reason,
        entry=_entry(work, agent_state, outcome, verdict, now),
        files=tuple(entry for _, entry in sorted(agent_state.files.items())),
        flags=tuple(agent_state.flags),
        tier=work.assignment.tier,
        turns_allocated=work.assignment.turns,
        turns_used=outcome.turns_used,
        turns_lent=_left_over(work, outcome) if verdict.state.is_complete else 0,
        turns_borrowed=outcome.turns_borrowed,
    )


def _left_over(work: DirectoryWork, outcome: Outcome) -> int:
    return max(0, work.assignment.turns + outcome.turns_borrowed - outcome.turns_used)


def _may_pass(outcome: Outcome) -> bool:
    failure = outcome.failure
    return isinstance(failure, ModelUnavailable) and not isinstance(failure, QuotaExhausted)


def _is_over(outcome: Outcome) -> bool:
    """Whether going on would end as this did: it ended by itself and without a result."""
    if outcome.ended is Ended.FAILED:
        return isinstance(outcome.failure, RequestRejected | RequestTooLarge)
    return outcome.ended is not Ended.SUBMITTED


def _verdict(work: DirectoryWork, agent_state: AgentState, outcome: Outcome) -> _Verdict:
    match outcome.ended:
        case Ended.SUBMITTED:
            return _Verdict(DirectoryState.INVESTIGATED, "")
        case Ended.REFUSED:
            return _Verdict(DirectoryState.REFUSED, outcome.reason)
        case Ended.FAILED:
            return _verdict_on_failure(outcome, wrote=bool(own_files(work.directory, agent_state)))
    return _Verdict(DirectoryState.PARTIAL, outcome.reason)


def _verdict_on_failure(outcome: Outcome, wrote: bool) -> _Verdict:
    if halt := halt_by(outcome.failure):
        return _Verdict(DirectoryState.DEFERRED, halt.reason)
    state = DirectoryState.PARTIAL if wrote else DirectoryState.FAILED
    return _Verdict(state, f"api error: {outcome.reason}")


def _entry(
    work: DirectoryWork, agent_state: AgentState, outcome: Outcome, verdict: _Verdict, now: datetime
) -> DirectoryEntry | None:
    if isinstance(outcome.submission, SubmitReportInput):
        return submitted_entry(work, agent_state, outcome.submission, now)
    if verdict.state is DirectoryState.PARTIAL:
        return partial_entry(work, agent_state, verdict.reason, now)
    return agent_state.entry
