"""The passes of one run, each carried out by task runs."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from prefect import Task
from prefect.client.schemas.objects import State

from flows.briefs import Analysis, plan_briefing, survey_briefing
from luminos_core.agents.passes.plan import PlanResult, default_plan
from luminos_core.agents.passes.plan_update import remaining_plan
from luminos_core.agents.passes.survey import SurveyResult, default_survey, needs_survey
from luminos_core.agents.passes.synthesis import mechanical_synthesis
from luminos_core.audit.assemble import RunFacts
from luminos_core.cache.change import PreviousResult
from luminos_core.cache.content import shape_digest
from luminos_core.errors import Interrupted, SettingsError, StoreError
from luminos_core.flags.ranking import rank_flags
from luminos_core.records.briefing import SynthesisBriefing
from luminos_core.records.cost import Pass
from luminos_core.records.directory import DirectoryKey
from luminos_core.records.flag import Flag
from luminos_core.records.report import AuditReport, Synthesis
from luminos_core.records.snapshot import Snapshot
from luminos_core.records.survey import Survey
from tasks.analyze import analyze_target
from tasks.graph import DirectoryGraph
from tasks.plan import keep_plan, plan_investigation, standing_plan
from tasks.publish import publish_report
from tasks.results import is_stored, result_name
from tasks.runtime import Runtime
from tasks.scan import scan_target
from tasks.storage import SignedResults
from tasks.submission import finish, result_of, submit
from tasks.survey import survey_target
from tasks.synthesis import synthesize_reports
from tasks.work import Brief, Progress

_STOPPED = "the run was stopped before it was done"


class PassFailed(Exception):
    """A pass that ended without a result; the text is the gap that it leaves."""


class Pipeline:
    """Each method is a pass, and waits for the one before it."""

    def __init__(self, runtime: Runtime, storage: SignedResults) -> None:
        self._runtime = runtime
        self._storage = storage
        self._after: list[UUID] = []  # the task runs that the next one waits for

    def scan(self) -> Snapshot:
        snapshot: Snapshot = self._run(scan_target)
        return snapshot

    def analyze(self, snapshot: Snapshot) -> Analysis:
        try:
            flags = self._pass(analyze_target, snapshot=snapshot)
        except PassFailed as gap:
            return Analysis(gap=str(gap))
        # One flag a fingerprint from here on, so that every count of them is the report's.
        return Analysis(flags=rank_flags([Flag.model_validate(flag) for flag in flags]))

    def survey(self, snapshot: Snapshot) -> SurveyResult:
        """A survey; the default one of a small target; or none, with the gap that says why."""
        if not needs_survey(snapshot, self._runtime.settings):
            return SurveyResult(survey=default_survey())
        told = {"briefing": survey_briefing(snapshot), "shape": shape_digest(snapshot)}
        try:
            return SurveyResult.model_validate(self._pass(survey_target, **told))
        except PassFailed as gap:
            return SurveyResult(survey=None, gap=str(gap))

    def plan(
        self, snapshot: Snapshot, survey: Survey | None, stored: Collection[str]
    ) -> PlanResult:
        """A plan, made on the last one if that can be kept; the default one, of a small target;
        or, with the gap that says why, what stands in for one."""
        if not needs_survey(snapshot, self._runtime.settings):
            return PlanResult(plan=default_plan())
        kept = standing_plan(self._runtime, snapshot)
        briefing = plan_briefing(snapshot, survey, stored)
        told = {"briefing": briefing, "shape": shape_digest(snapshot), "kept": kept}
        try:
            planned = PlanResult.model_validate(self._pass(plan_investigation, **told))
        except PassFailed as gap:
            plan = remaining_plan(kept, snapshot.directories) if kept else default_plan()
            return PlanResult(plan=plan, gap=str(gap))
        if not planned.gap:
            keep_plan(self._runtime, snapshot, planned.plan)
        return planned

    def investigate(self, brief: Brief) -> tuple[Brief, Progress]:
        """One task run a directory; what comes next waits for the root's. The brief's plan may
        have been revised on the way."""
        brief, progress = DirectoryGraph(brief, self._runtime, self._storage, self._after).run()
        if root := progress.task_runs.get("."):
            self._after = [root]
        return brief, progress

    def synthesize(self, briefing: SynthesisBriefing) -> Synthesis:
        """After a stop it is mechanical: no call is made that nobody waits for."""
        if self._runtime.stop.is_set():
            return mechanical_synthesis(briefing, _STOPPED)
        try:
            return Synthesis.model_validate(self._pass(synthesize_reports, briefing=briefing))
        except PassFailed as gap:
            return mechanical_synthesis(briefing, str(gap))

    def publish(self, facts: RunFacts, results: Sequence[PreviousResult]) -> AuditReport:
        report: AuditReport = self._run(publish_report, facts=facts, results=results)
        return report

    def stored(self, keys: Mapping[str, DirectoryKey]) -> frozenset[str]:
        """The directories whose results are in the store and will be used."""
        kept = [path for path in keys if not self._runtime.run.request.renews(path)]
        return frozenset(path for path in kept if is_stored(self._storage, result_name(keys[path])))

    def has(self, pass_name: Pass, name: str) -> bool:
        """Whether the result of a pass over the whole is in the store by this name and used."""
        renewed = self._runtime.run.request.renews(f"({pass_name})")
        return not renewed and is_stored(self._storage, name)

    def _pass(self, task: Task[..., Any], **told: object) -> Any:
        """What a pass came to, from the store unless the request wants it made anew."""
        renewed = self._runtime.run.request.renews(f"({task.name})")
        return _value_or_gap(self._state(task.with_options(refresh_cache=renewed), **told))

    def _run(self, task: Task[..., Any], **told: object) -> Any:
        return _value(self._state(task, **told))

    def _state(self, task: Task[..., Any], **told: object) -> State[Any]:
        parameters = {**told, "run": self._runtime.run}
        future = submit(task, parameters, after=self._after, carried_by=next(iter(parameters)))
        self._after = [future.task_run_id]
        return finish(future)


def _value_or_gap(state: State[Any]) -> Any:
    """As `_value`; but what is not the person's to mend, a bug too, is a gap in the report, and
    the run goes on."""
    try:
        return _value(state)
    except (SettingsError, StoreError):
        raise
    except Interrupted:
        raise PassFailed(_STOPPED) from None
    except Exception as problem:  # the edge of a task run: a pass must not take the run with it
        raise PassFailed(f"{type(problem).__name__}: {problem}") from problem


def _value(state: State[Any]) -> Any:
    """What the task run returned, be it in a failed state; raises what it raised."""
    result = result_of(state)
    if isinstance(result, BaseException):
        raise result
    return result
