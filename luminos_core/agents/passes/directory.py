"""The investigation of one directory."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import ceil

from pydantic import JsonValue

from luminos_core.agents.agent_task import AgentTask
from luminos_core.agents.context import AgentContext
from luminos_core.agents.directory_entries import own_paths
from luminos_core.agents.directory_report import directory_report, failed_state, noted
from luminos_core.agents.earlier_attempt import add_earlier, change_of
from luminos_core.agents.effort import effort_of
from luminos_core.agents.estimate.call_pattern import CallPattern
from luminos_core.agents.estimate.directory_calls import conversations, directory_answer
from luminos_core.agents.estimate.model_profile import HEAVY, ModelProfile
from luminos_core.agents.estimate.remaining_work import RemainingWork
from luminos_core.agents.first_message import (
    directory_slots,
    left_to_read,
    own_file_contents,
    unknown_files,
)
from luminos_core.agents.known_state import known_files, restore
from luminos_core.agents.outcome import Ended, Outcome
from luminos_core.agents.passes.definition import Incomplete, Pass, Stage
from luminos_core.agents.prompt_limits import PROMPT_LIMITS, PromptLimits, directory_limits
from luminos_core.agents.prompts.rendering import Prompts
from luminos_core.agents.question_blocks import questions_of
from luminos_core.agents.refinement import asked_mark, notes_of, refined
from luminos_core.agents.run_state import RunState
from luminos_core.agents.turn_pool import TurnPool
from luminos_core.cache.directory_key import key_digest
from luminos_core.cache.partial_work import PATIENCE, PartialWork, after_part
from luminos_core.errors import ModelUnavailable
from luminos_core.offline.directory import investigate as investigate_offline
from luminos_core.records.cost import DIRECTORY as NAME
from luminos_core.records.directory import DirectoryReport, DirectoryState, DirectoryWork
from luminos_core.records.event import DirectoryStarted
from luminos_core.records.settings import ModelTier
from luminos_core.scan.scanned_files import ScannedFiles
from luminos_core.tools.registry import DIRECTORY_TOOLS, without_skipped
from luminos_core.tools.submit_report import SubmitReportInput
from luminos_core.tools.tool import AgentState, ToolInput

_GOES_ON = (Ended.TURNS, Ended.BUDGET, Ended.CUT, Ended.SILENT)
_MOST_TURNS = 250  # of one directory in one run; what is left then is for the next one
_ENTRY_TOKENS = 150  # of output, for one file
_REPORT_TOKENS = 2_000  # for the submission and some flags
_FILES_LEFT_OUT = (
    "Not shown: the request was too large with them. Read those that matter, in parts."
)


class AttemptFailed(ModelUnavailable):
    """The attempt may be made again, and continues where this one ended."""


class DirectoryPass(Pass[DirectoryWork, DirectoryReport]):
    name = NAME
    stage = Stage.DIRECTORY
    tier = ModelTier.DEVELOPMENT
    turns = 25  # the plan says how many
    prompts = Prompts("directory")
    tools = DIRECTORY_TOOLS
    result = DirectoryReport
    runs_offline = True
    shares_prefix = True

    def briefing(self, state: RunState) -> None:
        """The directory graph makes one for each directory."""

    def started(self, briefing: DirectoryWork) -> DirectoryStarted:
        return DirectoryStarted(
            directory=briefing.directory.path,
            turns=briefing.assignment.turns,
            change=change_of(briefing),
        )

    def tier_of(self, briefing: DirectoryWork) -> ModelTier | None:
        return briefing.model_tier

    def slots(self, briefing: DirectoryWork) -> dict[str, object]:
        return directory_slots(briefing, AgentState(), files="")

    def ingredients(self, briefing: DirectoryWork) -> JsonValue:
        return key_digest(briefing.key)

    def cache_key(self, briefing: DirectoryWork, model: str) -> str:
        """The directory's key holds prompts, tools and model already."""
        return f"{self.name}-{key_digest(briefing.key)}"

    def answer_tokens(self, briefing: DirectoryWork, profile: ModelProfile) -> float:
        """`calls` counts what is written on the way, too."""
        return profile.summary

    def calls(self, work: RemainingWork, profile: ModelProfile) -> Iterable[CallPattern]:
        return conversations(work, profile)

    def offline(
        self, briefing: DirectoryWork, files: ScannedFiles, now: datetime
    ) -> DirectoryReport:
        return investigate_offline(briefing, files, now)

    def agent_task(self, briefing: DirectoryWork, context: AgentContext) -> AgentTask:
        before = self._left(briefing, context)
        state = known_files(briefing, context)
        if briefing.earlier is not None:
            add_earlier(state, briefing.earlier)
        if before is not None:
            restore(state, before.notes)
        if briefing.refines is not None:
            restore(state, notes_of(briefing.refines))
        part = before.parts + 1 if before else 1
        to_describe = len(unknown_files(briefing, state))
        limits = directory_limits(context.preload_tokens, context.context_budget)

        def message(limits: PromptLimits, no_files: str = "") -> str:
            files = own_file_contents(briefing, state, context.files, limits) or no_files
            return self.prompts.task(**directory_slots(briefing, state, files))

        def shorter(room: int) -> str:
            tokens = min(context.preload_tokens, PROMPT_LIMITS.preload_tokens_in(room))
            return message(replace(PROMPT_LIMITS, preload_tokens=tokens), _FILES_LEFT_OUT)

        return AgentTask(
            pass_name=self.name,
            label=briefing.directory.path,
            system=self.prompts.system,
            first_message=message(limits),
            tools=without_skipped(self.tools, briefing.survey),
            tool_context=context.tool_context(
                briefing.directory.path, state, questions=questions_of(briefing)
            ),
            turns=briefing.assignment.turns,
            effort=effort_of(briefing.assignment.tier, context),
            answer_tokens=_REPORT_TOKENS + _ENTRY_TOKENS * to_describe,
            likely_answer=ceil(directory_answer(to_describe, HEAVY)),
            to_read=left_to_read(briefing, state, limits),
            part=part,
            known=own_paths(briefing.directory, state),
            name=self.cache_key(briefing, "") + asked_mark(briefing) + _part_mark(part),
            shorter=shorter,
            borrow=partial(_borrow, context.turns),
        )

    def conclude(
        self,
        briefing: DirectoryWork,
        outcome: Outcome,
        task: AgentTask,
        context: AgentContext,
        *,
        last_attempt: bool,
    ) -> DirectoryReport:
        """The report, whatever happened. Raises AttemptFailed when the model did not answer and may
        do so later, unless this is the last attempt."""
        if not last_attempt and outcome.is_transient:
            raise AttemptFailed(outcome.reason)
        changed = context.files.change_in(briefing.directory.path)
        if changed or (outcome.submission is None and not outcome.can_be_continued):
            context.transcripts.delete(task.name)
        report = directory_report(briefing, task.state, outcome, changed, context.now())
        is_over = outcome.submission is None and not outcome.can_be_continued and not changed
        turns_used = report.turns_used + task.turns_before
        report = report.model_copy(update={"turns_used": turns_used, "is_stuck": is_over})
        context.turns.give_back(report.turns_lent)
        if briefing.refines is not None:
            report = refined(briefing.refines, report)
        if report.state.is_complete:
            context.summaries.store(briefing.directory, report)
        elif outcome.ended in _GOES_ON and not changed and briefing.refines is None:
            report = self._leave(briefing, report, task, context)
        return report

    def next_part(
        self,
        briefing: DirectoryWork,
        result: DirectoryReport,
        task: AgentTask,
        context: AgentContext,
    ) -> AgentTask | None:
        """When the last part described a further file, and there is room for another one."""
        left = self._left(briefing, context)
        is_next = left is not None and left.parts == task.part and not left.idle
        is_left = result.state is DirectoryState.PARTIAL and task.turns_before < _MOST_TURNS
        if not (is_next and is_left) or context.stop.is_set():
            return None
        return replace(self.agent_task(briefing, context), turns_before=result.turns_used)

    def _left(self, briefing: DirectoryWork, context: AgentContext) -> PartialWork | None:
        """What earlier parts left of the directory as it is."""
        if context.partial_works is None or briefing.refines is not None:
            return None
        return context.partial_works.load(self.cache_key(briefing, ""))

    def _leave(
        self,
        briefing: DirectoryWork,
        report: DirectoryReport,
        task: AgentTask,
        context: AgentContext,
    ) -> DirectoryReport:
        """The report, accepted as it is when parts bring no progress; what it knows is stored."""
        context.summaries.store(briefing.directory, report)
        if context.partial_works is None:
            return report
        before, described = self._left(briefing, context), own_paths(briefing.directory, task.state)
        work = after_part(before, task.state.notes(), task.known, described)
        context.partial_works.store(self.cache_key(briefing, ""), work)
        if not work.is_accepted:
            return report.model_copy(update={"is_stuck": work.idle > 0})
        reason = f"accepted as partial after {PATIENCE} parts without progress: {report.reason}"
        return report.model_copy(update={"state": DirectoryState.ACCEPTED, "reason": reason})

    def accept(self, briefing: DirectoryWork, submission: ToolInput) -> None:
        """`conclude` does it."""

    def fallback(self, briefing: DirectoryWork, gap: str) -> DirectoryReport:
        """The report of a directory whose task crashed, which is a bug."""
        return DirectoryReport(
            path=briefing.directory.path,
            state=DirectoryState.FAILED,
            reason=gap,
            tier=briefing.assignment.tier,
            turns_allocated=briefing.assignment.turns,
        )

    def salvage(self, briefing: DirectoryWork, gap: str, task: AgentTask) -> DirectoryReport:
        failed = failed_state(briefing, task.state)
        return self.fallback(briefing, gap).model_copy(
            update={"state": failed, "entry": task.state.entry, **noted(task.state)}
        )

    def incomplete(self, result: DirectoryReport) -> Incomplete | None:
        if result.state.is_settled:
            return None
        return Incomplete(state=result.state.value.capitalize(), reason=result.reason)


DIRECTORY = DirectoryPass()


def _part_mark(part: int) -> str:
    return f"-part-{part}" if part > 1 else ""


def _borrow(pool: TurnPool, submission: ToolInput, turns: int) -> int:
    if not isinstance(submission, SubmitReportInput):
        return 0
    return pool.extend(submission.completeness, turns)
