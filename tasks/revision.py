"""The plan, revised once on the way when early results contradict it."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from prefect.client.schemas.objects import State
from prefect.context import TaskRunContext
from prefect.futures import PrefectConcurrentFuture

from luminos_core.agents.passes.plan_revision import TEXTS, RevisionResult, revise, revised
from luminos_core.agents.planning.schedule import apply_plan
from luminos_core.agents.prompts.rendering import texts_digest
from luminos_core.digest import digest_json, digest_record
from luminos_core.errors import Interrupted, SettingsError, StoreError
from luminos_core.records.briefing import RevisionBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.directory import DirectoryReport
from luminos_core.records.event import PhaseStarted
from luminos_core.records.plan import Plan
from luminos_core.records.request import AuditRun
from luminos_core.text import formats
from tasks.early import EarlyResults
from tasks.plan import keep_plan
from tasks.runtime import Runtime, runtime_of
from tasks.stored import stored_task
from tasks.submission import result_of, submit
from tasks.whole import stored_or_gap, whole_key
from tasks.work import Brief, Progress, Revision


def _cache_key(context: TaskRunContext, parameters: dict[str, Any]) -> str:
    runtime = runtime_of(parameters["run"])
    briefing: RevisionBriefing = parameters["briefing"]
    about = digest_json(
        [
            digest_record(briefing.plan),
            [*briefing.contradictions],
            [assignment.path for assignment in briefing.assignments],
            texts_digest(*TEXTS),
        ]
    )
    return whole_key(Pass.PLAN, about, runtime.chosen_model(Pass.PLAN).label)


@stored_task("revise-plan", _cache_key)
def revise_plan(run: AuditRun, briefing: RevisionBriefing) -> Any:
    """A RevisionResult as plain JSON; a Failed state that holds it when it has a gap."""
    runtime = runtime_of(run)
    text = f"revising the plan {_when(briefing)}"
    runtime.observe(PhaseStarted(phase="plan", text=text))
    return stored_or_gap(revise(briefing, runtime.agent(Pass.PLAN)))


class PlanRevision:
    """The one revision that a run's plan may have. Belongs to the flow's thread."""

    def __init__(self, brief: Brief, runtime: Runtime, stored: Collection[str]) -> None:
        """Directories whose results are `stored` do not count."""
        self._brief = brief
        self._runtime = runtime
        self._early = EarlyResults(brief, stored)
        self._briefing: RevisionBriefing | None = None

    def add(self, report: DirectoryReport) -> None:
        """One more directory has ended."""
        self._early.add(report)

    def begin(self, progress: Progress) -> PrefectConcurrentFuture[Any] | None:
        """A task run that asks for the revision, when early results call for one."""
        briefing = self._early.judge(progress)
        if briefing is None:
            return None
        self._briefing = briefing
        anew = self._brief.run.request.renews("(revise-plan)")
        return submit(
            revise_plan.with_options(refresh_cache=anew),
            {"run": self._brief.run, "briefing": briefing},
            after=[progress.task_runs[path] for path in self._early.paths],
            carried_by="briefing",
        )

    def end(self, state: State[Any], progress: Progress) -> Brief:
        """The brief to go on with; `progress` is told what came of the revision. SettingsError
        and StoreError are raised."""
        briefing = self._briefing
        if briefing is None:
            raise RuntimeError("a revision ends that has not begun")
        result = self._result(state)
        progress.revision = Revision(
            reason=f"{_when(briefing)}, because {'; '.join(briefing.contradictions)}",
            gap=result.gap,
        )
        if result.listed is not None:
            not_begun = {directory.path for directory in briefing.directories}
            self._brief = _revised(self._brief, result.listed, not_begun)
            keep_plan(self._runtime, self._brief.snapshot, self._brief.plan)
        return self._brief

    def _result(self, state: State[Any]) -> RevisionResult:
        value = result_of(state)
        match value:
            case SettingsError() | StoreError():
                self._runtime.stop.set()  # it would meet every directory too
                raise value
            case Interrupted():
                stopped = "the plan was not revised: the run was stopped"
                return RevisionResult(listed=None, gap=stopped)
            case BaseException():  # a bug: the plan stands, and the directories go on
                return RevisionResult(listed=None, gap=f"{type(value).__name__}: {value}")
        return RevisionResult.model_validate(value)


def _when(briefing: RevisionBriefing) -> str:
    total = formats.pluralize(briefing.total, "directory", "directories")
    return f"after {briefing.done:,} of {total}"


def _revised(brief: Brief, listed: Plan, not_begun: Collection[str]) -> Brief:
    """`brief` with other turns, and another order, for the directories not yet begun."""
    directories, target = brief.snapshot.directories, brief.snapshot.target
    placed = revised(brief.plan, listed, not_begun, directories, target)
    schedule = apply_plan(directories, placed.plan, target)
    told = (*brief.schedule.unmatched, *placed.ignored)
    return replace(
        brief, plan=placed.plan, schedule=schedule.model_copy(update={"unmatched": told})
    )
